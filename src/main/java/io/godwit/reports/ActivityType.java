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

    /** Which events tell of one of these, in SQL over the log; none when none of them is told by events. */
    static String condition(Set<ActivityType> types) {
        return types.stream()
                .filter(ActivityType::isEvent)
                .map(type -> " OR (" + type.condition + ")")
                .collect(Collectors.joining("", "(false", ")"));
    }

    /** What an event of this name tells of. */
    static Optional<ActivityType> ofEvent(String name) {
        return switch (name) {
            case "email.sent" -> Optional.of(EMAIL_SENT);
            case "email.delivery" -> Optional.of(EMAIL_DELIVERED);
            case "email.received" -> Optional.of(EMAIL_RECEIVED);
            case "email.open" -> Optional.of(EMAIL_OPENED);
            case "email.click" -> Optional.of(EMAIL_CLICKED);
            case "email.bounce" -> Optional.of(EMAIL_BOUNCED);
            case "email.complaint" -> Optional.of(EMAIL_COMPLAINT);
            case "email.delay" -> Optional.of(EMAIL_DELAYED);
            default -> name.startsWith("email.") ? Optional.empty() : Optional.of(EVENT_TRIGGERED);
        };
    }
}
