package io.godwit.contacts.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads a CSV file (RFC 4180, and the variants spreadsheets write): the separator is detected, and lines may be longer or shorter
 * than the first. Read on a worker, one record at a time.
 */
public final class CsvFileReader {

    private static final List<Character> SEPARATORS = List.of(',', ';', '\t', '|');

    /** A first line that names the separator, as spreadsheets on Windows write it: {@code sep=;}. */
    private static final Pattern SEPARATOR_LINE = Pattern.compile("(?i)\\s*sep=.?\\s*");

    /** Longer cells are refused row by row; a file has at most 5 MB. */
    private static final int MAX_CELL_LENGTH = 8 << 20;

    private final CsvDecoder decoder;
    private final char separator;
    private final List<String> header;

    private CsvFileReader(CsvDecoder decoder, char separator, List<String> header) {
        this.decoder = decoder;
        this.separator = separator;
        this.header = header;
    }

    /** Throws a {@link Failure} when there is no header, or when it cannot be read. */
    public static CsvFileReader open(byte[] bytes) {
        return open(bytes, header -> AddressColumns.find(header) >= 0);
    }

    /** Opens a file; {@code hasAddress} tells a header that has the column of the addresses. */
    public static CsvFileReader open(byte[] bytes, Predicate<List<String>> hasAddress) {
        var decoder = CsvDecoder.of(bytes);
        return SEPARATORS.stream()
                .flatMap(separator -> attempt(decoder, separator).stream())
                .reduce((one, other) -> likelier(one, other, hasAddress))
                .orElseGet(() -> with(decoder, SEPARATORS.get(0)));
    }

    private static Optional<CsvFileReader> attempt(CsvDecoder decoder, char separator) {
        try {
            return Optional.of(with(decoder, separator));
        } catch (Failure unreadable) {
            return Optional.empty();
        }
    }

    private static CsvFileReader with(CsvDecoder decoder, char separator) {
        var header = new Records(reader(decoder, separator).iterator())
                .next()
                .orElseThrow(() -> unreadable("The file is empty; its first line must name the columns"));
        return new CsvFileReader(decoder, separator, header);
    }

    /** The first one, unless the second finds the addresses where the first does not, or as well and more columns. */
    private static CsvFileReader likelier(CsvFileReader one, CsvFileReader other, Predicate<List<String>> hasAddress) {
        var found = hasAddress.test(one.header);
        if (found != hasAddress.test(other.header)) {
            return found ? one : other;
        }
        return other.header.size() > one.header.size() ? other : one;
    }

    /** Returns the header as written, in the first line that is not blank. */
    public List<String> header() {
        return header;
    }

    /** The records after the header. */
    public Records records() {
        var records = new Records(reader(decoder, separator).iterator());
        records.next();
        return records;
    }

    /** Blanks around a quoted cell are not part of it, as they are not of others: people write {@code a, "b, c"}. */
    private static CsvReader<CsvRecord> reader(CsvDecoder decoder, char separator) {
        return CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .trimWhitespacesAroundQuotes(true)
                .maxBufferSize(MAX_CELL_LENGTH)
                .ofCsvRecord(decoder.reader());
    }

    private static Failure unreadable(String sentence) {
        return Failure.of(Kind.BAD_REQUEST, sentence);
    }

    /** One pass over the rows. */
    public static final class Records {

        private final Iterator<CsvRecord> records;
        private int number;

        private Records(Iterator<CsvRecord> records) {
            this.records = records;
        }

        /** The next row that is neither blank nor a first line that names the separator; empty at the end. */
        public Optional<List<String>> next() {
            try {
                while (records.hasNext()) {
                    number++;
                    var fields = records.next().getFields();
                    if (!isBlank(fields) && !(number == 1 && isSeparatorLine(fields))) {
                        return Optional.of(fields);
                    }
                }
                return Optional.empty();
            } catch (CsvParseException broken) {
                throw unreadable("The file cannot be read as CSV: " + broken.getMessage());
            }
        }

        /**
         * The number of the row read last, as a spreadsheet counts: the header is 1, a row of several lines counts once, and so does
         * a blank one.
         */
        public int number() {
            return number;
        }

        private static boolean isSeparatorLine(List<String> fields) {
            return SEPARATOR_LINE.matcher(fields.get(0)).matches() && isBlank(fields.subList(1, fields.size()));
        }

        private static boolean isBlank(List<String> fields) {
            return fields.stream().allMatch(String::isBlank);
        }
    }
}
