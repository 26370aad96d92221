package io.godwit.sending.log;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.sending.results.SendEventFactory;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;

/**
 * Reschedules and cancels waiting emails. An email counted against a project's limits when it was accepted stays counted: the
 * acceptance was the service.
 */
final class ScheduledEmailService {

    private final Database database;
    private final EventAppender events;
    private final EmailLog log;
    private final MessageIdCodec ids;
    private final ScheduledEmailStore store = new ScheduledEmailStore();

    ScheduledEmailService(Database database, EventAppender events, EmailLog log, MessageIdCodec ids) {
        this.database = database;
        this.events = events;
        this.log = log;
        this.ids = ids;
    }

    /** Moves the email to {@code at}. Fails with {@code CONFLICT} when it does not wait for a time, or no longer does. */
    Future<Void> reschedule(Tenant tenant, EmailId id, Instant at) {
        return database.transaction(tx -> store.reschedule(tx, tenant, id, at))
                .compose(moved -> moved ? Future.succeededFuture() : refuse(tenant, id, "rescheduled"));
    }

    /**
     * Ends the email as CANCELLED, with an event {@code email.cancelled}; one that was cancelled before stays so. Fails with
     * {@code CONFLICT} when it is being sent or has ended otherwise.
     */
    Future<Void> cancel(Tenant tenant, EmailId id) {
        return database.transaction(tx -> store.cancel(tx, tenant, id).compose(ended -> ended.map(end -> events.append(
                                        tx, List.of(SendEventFactory.cancelled(tenant.project(), id, end, ids)))
                                .map(true))
                        .orElseGet(() -> Future.succeededFuture(false))))
                .compose(cancelled -> cancelled ? Future.succeededFuture() : refuse(tenant, id, "cancelled"));
    }

    private Future<Void> refuse(Tenant tenant, EmailId id, String what) {
        return log.find(tenant, id).map(found -> {
            var email = found.orElseThrow(() -> EmailRoutes.notFound(id.toString()));
            if (what.equals("cancelled") && email.isCancelledByCaller()) {
                return null;
            }
            throw Failure.of(Kind.CONFLICT, "The email cannot be " + what + ": " + reason(email));
        });
    }

    private static String reason(LoggedEmail email) {
        var summary = email.summary();
        if (email.isInbound()) {
            return "it came in";
        } else if (!email.isInFlight()) {
            return "it has ended as " + summary.status();
        } else if (summary.sourceType() != EmailSourceType.TRANSACTIONAL
                || summary.campaignId().isPresent()) {
            return "it belongs to a campaign or a workflow; cancel that";
        }
        return summary.scheduledAt().isEmpty() ? "it was not scheduled, and is on its way" : "it is on its way already";
    }
}
