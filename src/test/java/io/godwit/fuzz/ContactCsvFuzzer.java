package io.godwit.fuzz;

import io.godwit.contacts.csv.CsvDecoder;
import io.godwit.contacts.csv.CsvFileReader;
import io.godwit.core.Failure;
import io.godwit.web.lists.CsvLines;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The reader of contact imports. Input: a file; its texts also become cells of a file that is written and read again. */
public final class ContactCsvFuzzer {

    private static final int MAX_ROWS = 200;

    private ContactCsvFuzzer() {}

    public static void fuzzerTestOneInput(byte[] data) {
        read(data);
        checkRoundTrip(data);
    }

    private static void read(byte[] file) {
        CsvDecoder.isText(file);
        try {
            var csv = CsvFileReader.open(file);
            Invariant.holds(!csv.header().isEmpty(), "A header has cells");
            var characters = csv.header().stream().mapToLong(String::length).sum();
            var records = csv.records();
            var before = records.number();
            for (var row = records.next(); row.isPresent(); row = records.next()) {
                Invariant.holds(records.number() > before, "Rows are counted");
                before = records.number();
                characters += row.get().stream().mapToLong(String::length).sum();
            }
            Invariant.holds(characters <= file.length, "Cells are no longer than the file");
        } catch (Failure refused) {
            Invariant.holds(refused.kind() == Failure.Kind.BAD_REQUEST, "A file that cannot be read is a 400");
        }
    }

    /** An import reads what an export has written; rows without any text are no rows. */
    private static void checkRoundTrip(byte[] data) {
        var input = new FuzzInput(data);
        var lines = new ArrayList<List<String>>();
        lines.add(List.of("email", "first name"));
        for (var row = 0; row < Math.min(MAX_ROWS, data.length); row++) {
            lines.add(List.of(input.text(), CsvLines.safe(input.text())));
        }
        var written = CsvLines.lines(lines).getBytes();
        var records = CsvFileReader.open(written).records();
        for (var line : lines.subList(1, lines.size())) {
            if (line.stream().anyMatch(cell -> !cell.isBlank())) {
                var row = records.next();
                Invariant.same(
                        line,
                        row.orElse(List.of()),
                        "An export is read as it was written: " + new String(written, StandardCharsets.UTF_8));
            }
        }
        Invariant.holds(records.next().isEmpty(), "No row is added");
    }
}
