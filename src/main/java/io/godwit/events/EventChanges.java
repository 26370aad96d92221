package io.godwit.events;

import io.godwit.core.ChangeTopic;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.db.ChangeCollector;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Derives from appended events what else has changed with them: contacts, emails, campaigns, suppressions. */
final class EventChanges {

    /** A longer list of events is told as "many", so that a large batch costs as little as a small one. */
    private static final int MAX_NAMED = 50;

    /** The events of reports that may put an address on the suppression list. */
    private static final Set<String> SUPPRESSING = Set.of("email.bounce", "email.complaint");

    private final ChangeCollector changes;

    EventChanges(ChangeCollector changes) {
        this.changes = changes;
    }

    void add(SqlClient tx, List<NewEvent> events) {
        var named = events.size() <= MAX_NAMED;
        for (var event : events) {
            var project = event.project();
            changes.add(tx, project, ChangeTopic.ACTIVITY, null);
            changes.add(
                    tx, project, ChangeTopic.CONTACT, named ? event.contact().value() : null);
            event.email()
                    .map(EmailId::value)
                    .ifPresent(email -> changes.add(tx, project, ChangeTopic.EMAIL, named ? email : null));
            var campaign = campaign(event);
            if (campaign != null) {
                changes.add(tx, project, ChangeTopic.CAMPAIGN, campaign);
            }
            if (SUPPRESSING.contains(event.name())) {
                changes.add(tx, project, ChangeTopic.SUPPRESSION, null);
            }
        }
    }

    /** Notes that the events have started or resumed executions. */
    void addReactions(SqlClient tx, List<NewEvent> events) {
        for (var event : events) {
            changes.add(tx, event.project(), ChangeTopic.EXECUTION, null);
            changes.add(tx, event.project(), ChangeTopic.WORKFLOW, null);
        }
    }

    private static @Nullable UUID campaign(NewEvent event) {
        return event.email().isPresent() && event.data().get("campaignId") instanceof String id
                ? Ids.parse(id).orElse(null)
                : null;
    }
}
