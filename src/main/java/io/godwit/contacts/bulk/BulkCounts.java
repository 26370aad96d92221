package io.godwit.contacts.bulk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the results of a bulk operation so far. */
final class BulkCounts {

    private final BulkOperation operation;
    private int succeeded;
    private int unchanged;
    private int failed;
    private int optedOut;
    private List<Map<String, @Nullable Object>> newErrors = new ArrayList<>();

    /** Goes on from what was written down. */
    BulkCounts(BulkOperation operation, Map<String, @Nullable Object> counters) {
        this.operation = operation;
        this.succeeded = number(counters, "successCount");
        this.unchanged = number(counters, "unchangedCount");
        this.failed = number(counters, "failureCount");
        this.optedOut = number(counters, "optedOutCount");
    }

    private static int number(Map<String, @Nullable Object> counters, String name) {
        return counters.get(name) instanceof Number number ? number.intValue() : 0;
    }

    /** {@code optedOut} when the contact stays unsubscribed because it had opted out itself. */
    void done(boolean isChanged, boolean optedOut) {
        this.optedOut += optedOut ? 1 : 0;
        succeeded += isChanged ? 1 : 0;
        unchanged += isChanged ? 0 : 1;
    }

    void done(int contacts) {
        succeeded += contacts;
    }

    /** Counts a contact that does not exist or belongs to another project; the error does not tell which. */
    void unknown(String id) {
        failed++;
        var error = new LinkedHashMap<String, @Nullable Object>();
        error.put("contactId", id);
        error.put("email", null);
        error.put("error", "Contact not found");
        newErrors.add(error);
    }

    /** Returns the errors since the last call. */
    List<Map<String, @Nullable Object>> drainErrors() {
        var drained = newErrors;
        newErrors = new ArrayList<>();
        return drained;
    }

    /** The counters of the job; {@code requested} is the number of ids, or in query mode of contacts found so far. */
    Map<String, @Nullable Object> counters(int requested) {
        var counters = new LinkedHashMap<String, @Nullable Object>();
        counters.put("operation", operation.code());
        counters.put("totalRequested", requested);
        counters.put("successCount", succeeded);
        counters.put("unchangedCount", unchanged);
        counters.put("optedOutCount", optedOut);
        counters.put("failureCount", failed);
        return counters;
    }

    int seen() {
        return succeeded + unchanged + failed;
    }
}
