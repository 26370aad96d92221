package io.godwit.projects;

import io.godwit.core.Failure;
import io.godwit.core.id.Ids;
import io.godwit.web.Query;
import io.godwit.web.lists.QueryDateReader;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * The filter of a listing of the audit log.
 *
 * @param actor the address of a user in lower case, or the kind of caller where no user acted, such as {@code SECRET_KEY}
 * @param action such as {@code key.created}
 * @param target part of a detail, such as the address of a member or the label of a key
 * @param since the lowest id of the period
 * @param until the first id after the period
 */
record AuditFilter(
        Optional<String> actor,
        Optional<String> action,
        Optional<String> target,
        Optional<UUID> since,
        Optional<UUID> until) {

    /** Max characters of an address (RFC 5321 §4.5.3.1.3), and of the other texts. */
    private static final int MAX_LENGTH = 254;

    static AuditFilter read(Query query) {
        var from = query.text("startDate").map(text -> QueryDateReader.moment("startDate", text, ZoneOffset.UTC, 0));
        var to = query.text("endDate").map(text -> QueryDateReader.moment("endDate", text, ZoneOffset.UTC, 1));
        if (from.isPresent() && to.filter(from.get()::isAfter).isPresent()) {
            throw Failure.invalid("endDate", "custom", "Must not be before startDate");
        }
        return new AuditFilter(
                text(query, "actor").map(AuditFilter::actor),
                text(query, "action"),
                text(query, "target"),
                from.map(Ids::first),
                to.map(Ids::first));
    }

    private static Optional<String> text(Query query, String name) {
        var text = query.text(name).filter(given -> !given.isEmpty());
        if (text.filter(given -> given.length() > MAX_LENGTH).isPresent()) {
            throw Failure.invalid(name, "too_big", "At most " + MAX_LENGTH + " characters");
        }
        return text;
    }

    private static String actor(String text) {
        return text.contains("@") ? text.toLowerCase(Locale.ROOT) : text.toUpperCase(Locale.ROOT);
    }

    /** The filter as a text, to which a cursor belongs. */
    String place() {
        return String.join(
                " ",
                actor.orElse(""),
                action.orElse(""),
                target.orElse(""),
                since.map(UUID::toString).orElse(""),
                until.map(UUID::toString).orElse(""));
    }
}
