package io.godwit.web.lists;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** Writes lines of a CSV file (RFC 4180) in UTF-8. */
public final class CsvLines {

    /** A spreadsheet takes a text that begins with one of these for a formula (OWASP, CSV Injection). */
    private static final String DANGEROUS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

    private CsvLines() {}

    /**
     * The text with an apostrophe before it if a spreadsheet would take it for a formula, or if it has such an apostrophe already.
     */
    public static String safe(String text) {
        return isFormula(text, apostrophes(text)) ? "'" + text : text;
    }

    /** The text that {@link #safe} was given, for readers of our own files. */
    public static String original(String text) {
        var apostrophes = apostrophes(text);
        return apostrophes > 0 && isFormula(text, apostrophes) ? text.substring(1) : text;
    }

    private static int apostrophes(String text) {
        var count = 0;
        while (count < text.length() && text.charAt(count) == '\'') {
            count++;
        }
        return count;
    }

    private static boolean isFormula(String text, int from) {
        return from < text.length() && DANGEROUS.indexOf(text.charAt(from)) >= 0;
    }

    /** Cells are quoted where they have to be; they are written as they are, so a caller makes them {@link #safe}. */
    public static Buffer lines(List<List<String>> lines) {
        var text = new StringWriter();
        try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(text)) {
            lines.forEach(csv::writeRecord);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Buffer.buffer(text.toString());
    }
}
