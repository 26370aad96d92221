package io.godwit.reports;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds of things that happen, in the order clients know them; ours stand behind. */
enum ActivityType {
    EVENT_TRIGGERED("event.triggered", "name NOT LIKE 'email.%'"),
    EMAIL_SENT("email.sent", "name = 'email.sent'"),
    EMAIL_DELIVERED("email.delivered", "name = 'email.delivery'"),
    EMAIL_RECEIVED("email.received", "name = 'email.received'"),
    EMAIL_OPENED("email.opened", "name = 'email.open' AND data @> '{\"isFirstOpen\": true}'"),
    EMAIL_CLICKED("email.clicked", "name = 'email.click' AND data @> '{\"isFirstClick\": true}'"),
    EMAIL_BOUNCED("email.bounced", "name = 'email.bounce' AND data ->> 'bounceType' IS DISTINCT FROM 'Transient'"),
    EMAIL_COMPLAINT("email.complaint", "name = 'email.complaint'"),
    CAMPAIGN_SENT("campaign.sent", ""),
    CAMPAIGN_SCHEDULED("campaign.scheduled", ""),
    WORKFLOW_STARTED("workflow.started", ""),
    WORKFLOW_COMPLETED("workflow.completed", ""),
    WORKFLOW_EMAIL_SCHEDULED("workflow.email.scheduled", ""),
    EMAIL_FAILED("email.failed", ""),
    EMAIL_SUPPRESSED("email.suppressed", ""),
    EMAIL_DELAYED("email.delayed", "name = 'email.delay'");

    private final String word;
    private final String condition;

    ActivityType(String word, String condition) {
        this.word = word;
        this.condition = condition;
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
        return switch (this) {
            case EMAIL_SENT -> Optional.of("email.sent");
            case EMAIL_DELIVERED -> Optional.of("email.delivery");
            case EMAIL_RECEIVED -> Optional.of("email.received");
            case EMAIL_OPENED -> Optional.of("email.open");
            case EMAIL_CLICKED -> Optional.of("email.click");
            case EMAIL_BOUNCED -> Optional.of("email.bounce");
            case EMAIL_COMPLAINT -> Optional.of("email.complaint");
            case EMAIL_DELAYED -> Optional.of("email.delay");
            default -> Optional.empty();
        };
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
                        .filter(type -> type.event().equals(Optional.of(name)))
                        .findFirst()
                : Optional.of(EVENT_TRIGGERED);
    }
}
