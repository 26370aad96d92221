package io.godwit.inbound.processing;

import io.godwit.contacts.UnsubscribeListener;
import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.events.EventAppender;
import io.godwit.events.NewEvent;
import io.godwit.inbound.processing.ReportBatch.MatchedReport;
import io.godwit.inbound.processing.ReportEffects.Unsubscribe;
import io.godwit.inbound.settings.InboundSettings;
import io.godwit.sending.suppression.SoftBounceStore;
import io.godwit.tracking.EmailEventContext;
import io.godwit.tracking.EmailEventContextStore;
import io.godwit.tracking.ReportedHits;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes the effects of reports on sent emails, set-wise, in the caller's transaction. */
final class ReportWriter {

    /** The reason of contacts who unsubscribed at the provider; all other reasons are ours. */
    private static final String LEFT_THERE = "unsubscribe";

    private final EventAppender events;
    private final UnsubscribeListener unsubscribeListener;
    private final InboundSettings settings;
    private final DeliveryStateStore states = new DeliveryStateStore();
    private final SuppressionEffectStore suppressions = new SuppressionEffectStore();
    private final SoftBounceStore softBounces = new SoftBounceStore();
    private final EmailEventContextStore abouts = new EmailEventContextStore();
    private final ReportedHits hits = new ReportedHits();

    ReportWriter(EventAppender events, UnsubscribeListener unsubscribeListener, InboundSettings settings) {
        this.events = events;
        this.unsubscribeListener = unsubscribeListener;
        this.settings = settings;
    }

    /** Completes with the effects, which are true once the transaction is committed. */
    Future<ReportEffects> write(SqlClient tx, List<MatchedReport> matches) {
        var emails = matches.stream().map(MatchedReport::key).distinct().toList();
        return emails.isEmpty()
                ? Future.succeededFuture(new ReportEffects())
                : states.lock(tx, emails)
                        .compose(rows -> about(tx, rows).compose(context -> write(tx, matches, rows, context)));
    }

    private Future<Map<EmailId, EmailEventContext>> about(SqlClient tx, List<DeliveryState.Row> rows) {
        return abouts.find(
                tx,
                rows.stream().map(row -> row.key().project()).toList(),
                rows.stream().map(row -> row.key().email()).toList());
    }

    private Future<ReportEffects> write(
            SqlClient tx,
            List<MatchedReport> matches,
            List<DeliveryState.Row> rows,
            Map<EmailId, EmailEventContext> emailToAbout) {
        var emailToState = new LinkedHashMap<EmailKey, DeliveryState>();
        rows.forEach(row -> emailToState.put(
                row.key(),
                new DeliveryState(row, emailToAbout.getOrDefault(row.key().email(), EmailEventContext.NOTHING))));
        var effects = new ReportEffects();
        for (var match : matches) {
            var state = emailToState.get(match.key());
            if (state != null) {
                state.apply(match.report(), match.at(), effects);
            }
        }
        return states.update(
                        tx,
                        emailToState.values().stream().map(DeliveryState::row).toList())
                .compose(ignored -> follow(tx, effects))
                .map(effects);
    }

    private Future<Void> follow(SqlClient tx, ReportEffects effects) {
        return suppressions
                .suppress(tx, effects.suppressions())
                .compose(ignored -> softBounces.suppressFull(tx, effects.softBounces(), settings.softBounces()))
                .compose(ignored -> suppressions.suppressConfirmed(tx, effects.signs()))
                .onSuccess(dead -> dead.forEach(signal -> effects.left(signal.row(), ReportEffects.BOUNCE)))
                .compose(ignored -> suppressions.unsubscribe(tx, effects.unsubscribes()))
                .compose(emails -> notifyListeners(tx, effects, emails))
                .compose(ignored -> hits.add(tx, effects.hits()))
                .compose(ignored -> events.append(tx, effects.events()));
    }

    /** Notifies the listener of unsubscriptions; {@code emails} are those whose contacts were subscribed until now. */
    private Future<Void> notifyListeners(SqlClient tx, ReportEffects effects, Set<EmailId> emails) {
        var notified = Future.<Void>succeededFuture();
        for (var unsubscribes : effects.unsubscribes()) {
            var key = unsubscribes.row().key();
            if (emails.contains(key.email())) {
                effects.append(unsubscribed(unsubscribes));
                if (unsubscribes.reason().equals(LEFT_THERE)) {
                    notified = notified.compose(
                            ignored -> unsubscribeListener.left(tx, Tenant.system(key.project()), key.email()));
                }
            }
        }
        return notified;
    }

    private static NewEvent unsubscribed(Unsubscribe unsubscribes) {
        return new NewEvent(
                unsubscribes.row().key().project(),
                new EventId(Ids.next()),
                unsubscribes.row().contact(),
                "contact.unsubscribed",
                Map.of("reason", unsubscribes.reason()),
                Optional.of(unsubscribes.row().key().email()),
                0);
    }
}
