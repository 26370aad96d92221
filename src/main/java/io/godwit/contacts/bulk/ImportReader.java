package io.godwit.contacts.bulk;

import io.godwit.contacts.api.ImportOptions;
import io.godwit.contacts.csv.CsvFileReader;
import io.godwit.core.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads an imported file in chunks; on a worker, by one thread at a time. */
final class ImportReader {

    private static final int CHARACTERS = 1 << 20;

    private final List<String> header;
    private final ImportColumns columns;
    private final CsvFileReader.Records records;
    private final int total;
    private int read;

    private ImportReader(List<String> header, ImportColumns columns, CsvFileReader.Records records, int total) {
        this.header = header;
        this.columns = columns;
        this.records = records;
        this.total = total;
    }

    /**
     * Goes on behind the rows a checkpoint counts. The types of the project's fields decide how cells are read, at the beginning: by
     * the checkpoint the first rows have given new fields a type. A file that cannot be read to its end is refused before its first
     * row is written.
     */
    static ImportReader open(
            byte[] file,
            ImportOptions options,
            Map<String, String> fieldToType,
            Map<String, @Nullable Object> checkpoint) {
        var csv = CsvFileReader.open(file, header -> ImportColumns.hasAddress(header, options));
        var columns = ImportColumns.of(csv.header(), options);
        columns.setTypes(fieldToType);
        var total = inspect(csv.records(), columns);
        if (checkpoint.get("forms") instanceof List<?> forms) {
            columns.setForms(forms);
        }
        var reader = new ImportReader(csv.header(), columns, csv.records(), total);
        var done = checkpoint.get("rows") instanceof Number rows ? rows.intValue() : 0;
        while (reader.read < done && reader.row().isPresent()) {
            // Passed over: written by an earlier run.
        }
        return reader;
    }

    private static int inspect(CsvFileReader.Records records, ImportColumns columns) {
        var count = 0;
        for (var row = records.next(); row.isPresent(); row = records.next()) {
            columns.inspect(row.get());
            count++;
        }
        return count;
    }

    private Optional<List<String>> row() {
        var row = records.next();
        read += row.isPresent() ? 1 : 0;
        return row;
    }

    /** The names of the columns, as written. */
    List<String> header() {
        return header;
    }

    /** Returns the meanings of the columns, see {@link ImportColumns#meanings}. */
    List<String> meanings() {
        return columns.meanings();
    }

    int total() {
        return total;
    }

    /** The checkpoint to continue from when the rows read so far have been written. */
    Map<String, @Nullable Object> checkpoint() {
        return Map.of("rows", read, "total", total, "forms", columns.forms());
    }

    boolean isAtEnd() {
        return read >= total;
    }

    /** Reads the next rows, at most so many and about a million characters. */
    List<ImportRow> chunk(int max) {
        var rows = new ArrayList<ImportRow>(max);
        var characters = 0;
        while (rows.size() < max && characters < CHARACTERS) {
            var row = row();
            if (row.isEmpty()) {
                break;
            }
            characters += row.get().stream().mapToInt(String::length).sum();
            rows.add(read(row.get()));
        }
        return rows;
    }

    private ImportRow read(List<String> row) {
        var email = columns.email(row);
        try {
            return ImportRow.succeeded(records.number(), email, columns.contact(row));
        } catch (Failure wrong) {
            return ImportRow.failed(records.number(), email, wrong);
        }
    }
}
