package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.ImportColumns.ImportedContact;
import io.godwit.core.Failure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row of an imported file.
 *
 * @param number as a spreadsheet counts
 * @param email as written
 * @param imported the contact the row describes; empty when there is a problem
 * @param problem why the row cannot be used
 */
record ImportRow(int number, String email, Optional<ImportedContact> imported, Optional<String> problem) {

    /** Longer addresses are none. */
    private static final int MAX_SHOWN_LENGTH = 254;

    static ImportRow succeeded(int number, String email, ImportedContact imported) {
        return new ImportRow(number, email, Optional.of(imported), Optional.empty());
    }

    static ImportRow failed(int number, String email, Failure failure) {
        return new ImportRow(number, email, Optional.empty(), Optional.of(sentence(failure)));
    }

    static String sentence(Failure failure) {
        return failure.issues().isEmpty()
                ? failure.sentence()
                : failure.issues().get(0).message();
    }

    /** For the list of errors, in both forms readers know. */
    Map<String, @Nullable Object> error(String sentence) {
        var error = new LinkedHashMap<String, @Nullable Object>();
        error.put("row", number);
        error.put("email", shownEmail());
        error.put("error", sentence);
        error.put("reason", sentence);
        return error;
    }

    Map<String, @Nullable Object> error(Failure refusal) {
        return error(sentence(refusal));
    }

    /** The address as written, cut, and without what {@code jsonb} cannot hold. */
    String shownEmail() {
        return email.substring(0, Math.min(email.length(), MAX_SHOWN_LENGTH)).replaceAll("[\\p{Cntrl}\\p{Cs}]", "");
    }
}
