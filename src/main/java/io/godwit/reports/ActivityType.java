package io.godwit.reports;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The types of entries in the feed, in the order clients know them, with newer ones at the end. */
enum ActivityType {
    EVENT_TRIGGERED("event.triggered", "", "name NOT LIKE 'email.%'"),
    EMAIL_SENT("email.sent", "email.sent", ""),
    EMAIL_DELIVERED("email.delivered", "email.delivery", ""),
    EMAIL_RECEIVED("email.received", "email.received", ""),
    EMAIL_OPENED("email.opened", "email.open", " AND data @> '{\"isFirstOpen\": true}'"),
    EMAIL_CLICKED("email.clicked", "email.click", " AND data @> '{\"isFirstClick\": true}'"),
    /** Ended by it: not told by a mail server that tries on. */
    EMAIL_BOUNCED(
            "email.bounced",
            "email.bounce",
            " AND (data ->> 'bounceType' IS DISTINCT FROM 'Transient' OR data ? 'bouncedAt')"),
    EMAIL_COMPLAINT("email.complaint", "email.complaint", ""),
    CAMPAIGN_SENT("campaign.sent"),
    CAMPAIGN_SCHEDULED("campaign.scheduled"),
    WORKFLOW_STARTED("workflow.started"),
    WORKFLOW_COMPLETED("workflow.completed"),
    WORKFLOW_EMAIL_SCHEDULED("workflow.email.scheduled"),
    EMAIL_FAILED("email.failed"),
    EMAIL_SUPPRESSED("email.suppressed"),
    /** A mail server told that it tries on, or one deferred the email to us. */
    EMAIL_DELAYED("email.delayed", "email.delay email.delayed", ""),
    EMAIL_CANCELLED("email.cancelled", "email.cancelled", ""),
    EMAIL_SCHEDULED("email.scheduled");

    private final String word;
    /** The names of its events with blanks between them. */
    private final String events;

    private final String condition;

    /** Creates a type without an event in the log. */
    ActivityType(String word) {
        this(word, "", "");
    }

    /**
     * Creates a type of events in the log.
     *
     * @param events their names with blanks between them; empty if there are many
     * @param which the condition on these events, in SQL
     */
    ActivityType(String word, String events, String which) {
        this.word = word;
        this.events = events;
        this.condition = events.isEmpty() ? which : "name IN ('" + events.replace(" ", "', '") + "')" + which;
    }

    /** Returns the word of the API. */
    @JsonValue
    String word() {
        return word;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(ActivityType::word).toList();
    }

    /** The types with these names. */
    static Set<ActivityType> of(List<String> named) {
        var found = EnumSet.noneOf(ActivityType.class);
        Arrays.stream(values()).filter(type -> named.contains(type.word)).forEach(found::add);
        return found;
    }

    /** True for a type of events in the log. */
    boolean isEvent() {
        return !condition.isEmpty();
    }

    /** The types of events in the log. */
    static List<ActivityType> ofLog() {
        return Arrays.stream(values()).filter(ActivityType::isEvent).toList();
    }

    /** The names of the type's events; none if it has many or none. */
    List<String> events() {
        return events.isEmpty() ? List.of() : List.of(events.split(" ", -1));
    }

    /** The condition for events of these types, in SQL over the log; false for all rows when none of them has events. */
    static String condition(Set<ActivityType> types) {
        return types.stream()
                .filter(ActivityType::isEvent)
                .map(type -> " OR (" + type.condition + ")")
                .collect(Collectors.joining("", "(false", ")"));
    }

    /** The type of an event with this name. */
    static Optional<ActivityType> ofEvent(String name) {
        return name.startsWith("email.")
                ? Arrays.stream(values())
                        .filter(type -> type.events().contains(name))
                        .findFirst()
                : Optional.of(EVENT_TRIGGERED);
    }
}
