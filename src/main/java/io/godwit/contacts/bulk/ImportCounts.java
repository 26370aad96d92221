package io.godwit.contacts.bulk;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts the results of an import so far. The first 1,000 errors are kept; all are counted. */
final class ImportCounts {

    static final int MAX_ERRORS = 1_000;

    private final int total;
    private int created;
    private int updated;
    private int failed;
    private int optedOut;
    private int unsubscribed;
    private int suppressed;
    private int errorCount;
    private List<Map<String, @Nullable Object>> newErrors = new ArrayList<>();

    /** Goes on from what was written down. */
    ImportCounts(int total, Map<String, @Nullable Object> counters, int errorCount) {
        this.total = total;
        this.created = number(counters, "createdCount");
        this.updated = number(counters, "updatedCount");
        this.failed = number(counters, "failureCount");
        this.optedOut = number(counters, "optedOutCount");
        this.unsubscribed = number(counters, "unsubscribedCount");
        this.suppressed = number(counters, "suppressedCount");
        this.errorCount = errorCount;
    }

    private static int number(Map<String, @Nullable Object> counters, String name) {
        return counters.get(name) instanceof Number number ? number.intValue() : 0;
    }

    void succeeded(boolean isNew) {
        created += isNew ? 1 : 0;
        updated += isNew ? 0 : 1;
    }

    /** Counts what the row said about mailing, and whether an earlier no was kept against it. */
    void subscription(ContactChange change, Optional<Contact> after) {
        if (change.subscribed().filter(yes -> !yes).isPresent()) {
            unsubscribed++;
        } else if (after.flatMap(Contact::optOut).isPresent()) {
            optedOut++;
        }
    }

    void suppressed(int added) {
        suppressed += added;
    }

    void failed(Map<String, @Nullable Object> error) {
        failed++;
        if (errorCount < MAX_ERRORS) {
            errorCount++;
            newErrors.add(error);
        }
    }

    /** Returns the errors since the last call. */
    List<Map<String, @Nullable Object>> drainErrors() {
        var drained = newErrors;
        newErrors = new ArrayList<>();
        return drained;
    }

    int progress() {
        return total == 0 ? 100 : (int) (100L * (created + updated + failed) / total);
    }

    /**
     * With every row counted once: created, updated and failed make the total in the end. Beside that, {@code optedOutCount}
     * counts rows whose contact stays unsubscribed because it had opted out, {@code unsubscribedCount} those the file itself
     * unsubscribes, {@code suppressedCount} addresses that are new on the suppression list.
     */
    Map<String, @Nullable Object> counters() {
        var counters = new LinkedHashMap<String, @Nullable Object>();
        counters.put("totalRows", total);
        counters.put("successCount", created + updated);
        counters.put("createdCount", created);
        counters.put("updatedCount", updated);
        counters.put("failureCount", failed);
        counters.put("optedOutCount", optedOut);
        counters.put("unsubscribedCount", unsubscribed);
        counters.put("suppressedCount", suppressed);
        counters.put("imported", created);
        counters.put("updated", updated);
        counters.put("skipped", failed);
        return counters;
    }
}
