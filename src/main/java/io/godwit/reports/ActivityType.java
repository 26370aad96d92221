package io.godwit.reports;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds of things that happen, in the order clients know them; ours stand behind. */
enum ActivityType {
    EVENT_TRIGGERED("event.triggered", "", "name NOT LIKE 'email.%'"),
    EMAIL_SENT("email.sent", "email.sent", ""),
    EMAIL_DELIVERED("email.delivered", "email.delivery", ""),
    EMAIL_RECEIVED("email.received", "email.received", ""),
    EMAIL_OPENED("email.opened", "email.open", " AND data @> '{\"isFirstOpen\": true}'"),
    EMAIL_CLICKED("email.clicked", "email.click", " AND data @> '{\"isFirstClick\": true}'"),
    EMAIL_BOUNCED("email.bounced", "email.bounce", " AND data ->> 'bounceType' IS DISTINCT FROM 'Transient'"),
    EMAIL_COMPLAINT("email.complaint", "email.complaint", ""),
    CAMPAIGN_SENT("campaign.sent"),
    CAMPAIGN_SCHEDULED("campaign.scheduled"),
    WORKFLOW_STARTED("workflow.started"),
    WORKFLOW_COMPLETED("workflow.completed"),
    WORKFLOW_EMAIL_SCHEDULED("workflow.email.scheduled"),
    EMAIL_FAILED("email.failed"),
    EMAIL_SUPPRESSED("email.suppressed"),
    EMAIL_DELAYED("email.delayed", "email.delay", ""),
    EMAIL_CANCELLED("email.cancelled", "email.cancelled", ""),
    EMAIL_SCHEDULED("email.scheduled");

    private final String word;
    private final String event;
    private final String condition;

    /** Told by no event. */
    ActivityType(String word) {
        this(word, "", "");
    }

    /**
     * @param event that tells of it; empty where many do
     * @param which of these events, in SQL
     */
    ActivityType(String word, String event, String which) {
        this.word = word;
        this.event = event;
        this.condition = event.isEmpty() ? which : "name = '" + event + "'" + which;
    }

    String word() {
        return word;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(ActivityType::word).toList();
    }

    /** Those named in a list with commas; unknown names mean nothing. */
    static Set<ActivityType> read(String list) {
        var named = Arrays.stream(list.split(",", 100)).map(String::strip).collect(Collectors.toSet());
        var found = EnumSet.noneOf(ActivityType.class);
        Arrays.stream(values()).filter(type -> named.contains(type.word)).forEach(found::add);
        return found;
    }

    /** Whether it is told by an event of the log. */
    boolean isEvent() {
        return !condition.isEmpty();
    }

    /** Those that are. */
    static List<ActivityType> ofLog() {
        return Arrays.stream(values()).filter(ActivityType::isEvent).toList();
    }

    /** The one event that tells of it; none where it is told by many, or by none. */
    Optional<String> event() {
        return Optional.of(event).filter(name -> !name.isEmpty());
    }

    /** Which events tell of one of these, in SQL over the log; none when none of them is told by events. */
    static String condition(Set<ActivityType> types) {
        return types.stream()
                .filter(ActivityType::isEvent)
                .map(type -> " OR (" + type.condition + ")")
                .collect(Collectors.joining("", "(false", ")"));
    }

    /** What an event of this name tells of. */
    static Optional<ActivityType> ofEvent(String name) {
        return name.startsWith("email.")
                ? Arrays.stream(values())
                        .filter(type -> type.event.equals(name))
                        .findFirst()
                : Optional.of(EVENT_TRIGGERED);
    }
}
