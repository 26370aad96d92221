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
import io.godwit.sending.SoftBounceStore;
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
    private final UnsubscribeListener departures;
    private final InboundSettings settings;
    private final DeliveryStateStore states = new DeliveryStateStore();
    private final SuppressionEffectStore consequences = new SuppressionEffectStore();
    private final SoftBounceStore softBounces = new SoftBounceStore();
    private final EmailEventContextStore abouts = new EmailEventContextStore();
    private final ReportedHits hits = new ReportedHits();

    ReportWriter(EventAppender events, UnsubscribeListener departures, InboundSettings settings) {
        this.events = events;
        this.departures = departures;
        this.settings = settings;
    }

    Future<Void> write(SqlClient tx, List<MatchedReport> tellings) {
        var emails = tellings.stream().map(MatchedReport::mail).distinct().toList();
        return emails.isEmpty()
                ? Future.succeededFuture()
                : states.lock(tx, emails)
                        .compose(rows -> about(tx, rows).compose(about -> write(tx, tellings, rows, about)));
    }

    private Future<Map<EmailId, EmailEventContext>> about(SqlClient tx, List<DeliveryState.Row> rows) {
        return abouts.find(
                tx,
                rows.stream().map(row -> row.mail().project()).toList(),
                rows.stream().map(row -> row.mail().email()).toList());
    }

    private Future<Void> write(
            SqlClient tx,
            List<MatchedReport> tellings,
            List<DeliveryState.Row> rows,
            Map<EmailId, EmailEventContext> emailToAbout) {
        var emailToState = new LinkedHashMap<EmailKey, DeliveryState>();
        rows.forEach(row -> emailToState.put(
                row.mail(),
                new DeliveryState(row, emailToAbout.getOrDefault(row.mail().email(), EmailEventContext.NOTHING))));
        var effects = new ReportEffects();
        for (var telling : tellings) {
            var state = emailToState.get(telling.mail());
            if (state != null) {
                state.apply(telling.report(), telling.at(), effects);
            }
        }
        return states.update(
                        tx,
                        emailToState.values().stream().map(DeliveryState::row).toList())
                .compose(ignored -> follow(tx, effects));
    }

    private Future<Void> follow(SqlClient tx, ReportEffects effects) {
        return consequences
                .suppress(tx, effects.suppressions())
                .compose(ignored -> softBounces.suppressFailing(tx, effects.softBounces(), settings.softBounces()))
                .compose(ignored -> consequences.suppressConfirmed(tx, effects.signs()))
                .onSuccess(dead -> dead.forEach(sign -> effects.left(sign.row(), ReportEffects.BOUNCE)))
                .compose(ignored -> consequences.unsubscribe(tx, effects.leavings()))
                .compose(emails -> notifyListeners(tx, effects, emails))
                .compose(ignored -> hits.add(tx, effects.hits()))
                .compose(ignored -> events.append(tx, effects.events()));
    }

    /** Notifies the listener of unsubscriptions; {@code emails} are those whose contacts were subscribed until now. */
    private Future<Void> notifyListeners(SqlClient tx, ReportEffects effects, Set<EmailId> emails) {
        var told = Future.<Void>succeededFuture();
        for (var leaving : effects.leavings()) {
            var mail = leaving.row().mail();
            if (emails.contains(mail.email())) {
                effects.happened(unsubscribed(leaving));
                if (leaving.reason().equals(LEFT_THERE)) {
                    told = told.compose(ignored -> departures.left(tx, Tenant.system(mail.project()), mail.email()));
                }
            }
        }
        return told;
    }

    private static NewEvent unsubscribed(Unsubscribe leaving) {
        return new NewEvent(
                leaving.row().mail().project(),
                new EventId(Ids.next()),
                leaving.row().contact(),
                "contact.unsubscribed",
                Map.of("reason", leaving.reason()),
                Optional.of(leaving.row().mail().email()),
                0);
    }
}
