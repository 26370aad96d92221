package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.ExportStore.ExportRow;
import io.godwit.core.Json;
import io.godwit.web.lists.CsvLines;
import io.vertx.core.buffer.Buffer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes contacts as lines of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before
 * it (OWASP, CSV Injection), and so does one that would be imported as a list or an object; numbers stay numbers.
 */
final class ContactCsv {

    private static final List<String> BUILT_IN = List.of("id", "email", "subscribed", "createdAt", "updatedAt");

    private final List<String> fields;

    /** Creates a writer with a column for each of these keys of {@code data}. */
    ContactCsv(List<String> keys) {
        this.fields = List.copyOf(new TreeSet<>(keys));
    }

    Buffer header() {
        var cells = new ArrayList<String>(BUILT_IN);
        fields.forEach(name -> cells.add(CsvLines.safe(name)));
        return CsvLines.lines(List.of(cells));
    }

    Buffer lines(List<ExportRow> contacts) {
        return CsvLines.lines(contacts.stream().map(this::cells).toList());
    }

    private List<String> cells(ExportRow contact) {
        var cells = new ArrayList<String>(BUILT_IN.size() + fields.size());
        cells.add(contact.id().toString());
        cells.add(CsvLines.safe(contact.email()));
        cells.add(Boolean.toString(contact.subscribed()));
        cells.add(contact.createdAt().toString());
        cells.add(contact.updatedAt().toString());
        var data = Json.readObject(contact.data());
        fields.forEach(name -> cells.add(cell(data.get(name))));
        return cells;
    }

    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        } else if (value instanceof String text) {
            return CellForm.marked(CsvLines.safe(text));
        } else if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return Json.write(value);
    }
}
