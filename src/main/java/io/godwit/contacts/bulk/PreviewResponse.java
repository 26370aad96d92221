package io.godwit.contacts.bulk;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The effects an import would have, read at one moment; nothing is written. Each row is counted once: new, changed, unchanged, repeated and
 * invalid make the total.
 *
 * @param rows the first 20
 * @param repeatedCount rows whose address stands further up in the file, and is changed once more by them
 * @param optedOutCount contacts that stay unsubscribed because they had opted out
 * @param resubscribedCount contacts that had opted out and are subscribed again, because of the proof
 * @param unsubscribedCount rows that the file itself unsubscribes
 * @param suppressedCount rows whose address goes on the suppression list, if it is not there already
 * @param errors the first 100 rows that cannot be imported
 */
record PreviewResponse(
        List<Column> columns,
        List<PreviewRow> rows,
        int totalRows,
        int newCount,
        int changedCount,
        int unchangedCount,
        int repeatedCount,
        int invalidCount,
        int optedOutCount,
        int resubscribedCount,
        int unsubscribedCount,
        int suppressedCount,
        List<RowError> errors) {

    /** @param becomes {@code email}, {@code subscribed}, {@code status}, {@code ignore}, or the name of a field */
    record Column(String name, String becomes) {}

    /** The effect of a row. */
    enum ImportEffect {
        NEW,
        CHANGED,
        UNCHANGED,
        REPEATED,
        INVALID;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One row of the file.
     *
     * @param row as a spreadsheet counts
     * @param subscribed whether the contact is subscribed afterwards; absent for a row that is repeated or invalid
     * @param data the fields that the row writes
     */
    record PreviewRow(
            int row,
            String email,
            ImportEffect effect,
            Optional<Boolean> subscribed,
            Map<String, @Nullable Object> data) {}

    /** A row that cannot be imported, with the reason. */
    record RowError(int row, String email, String error) {}
}
