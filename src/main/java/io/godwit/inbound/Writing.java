package io.godwit.inbound;

import io.godwit.contacts.Departures;
import io.godwit.core.EmailId;
import io.godwit.core.EventId;
import io.godwit.core.Ids;
import io.godwit.core.Tenant;
import io.godwit.events.Events;
import io.godwit.events.NewEvent;
import io.godwit.inbound.Batch.Telling;
import io.godwit.inbound.Effects.Leaving;
import io.godwit.sending.SoftBounceStore;
import io.godwit.tracking.About;
import io.godwit.tracking.AboutStore;
import io.godwit.tracking.ReportedHits;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes what reports tell of our mail, set-wise, in the caller's transaction. */
final class Writing {

    /** The reason of readers who left at the provider's; all others are ours. */
    private static final String LEFT_THERE = "unsubscribe";

    private final Events events;
    private final Departures departures;
    private final InboundSettings settings;
    private final StandingStore standings = new StandingStore();
    private final ConsequenceStore consequences = new ConsequenceStore();
    private final SoftBounceStore softBounces = new SoftBounceStore();
    private final AboutStore abouts = new AboutStore();
    private final ReportedHits hits = new ReportedHits();

    Writing(Events events, Departures departures, InboundSettings settings) {
        this.events = events;
        this.departures = departures;
        this.settings = settings;
    }

    Future<Void> write(SqlClient tx, List<Telling> tellings) {
        var mail = tellings.stream().map(Telling::mail).distinct().toList();
        return mail.isEmpty()
                ? Future.succeededFuture()
                : standings.lock(tx, mail).compose(rows -> about(tx, rows)
                        .compose(about -> write(tx, tellings, rows, about)));
    }

    private Future<Map<EmailId, About>> about(SqlClient tx, List<Standing.Row> rows) {
        return abouts.find(
                tx,
                rows.stream().map(row -> row.mail().project()).toList(),
                rows.stream().map(row -> row.mail().email()).toList());
    }

    private Future<Void> write(
            SqlClient tx, List<Telling> tellings, List<Standing.Row> rows, Map<EmailId, About> emailToAbout) {
        var mailToStanding = new LinkedHashMap<Mail, Standing>();
        rows.forEach(row -> mailToStanding.put(
                row.mail(),
                new Standing(row, emailToAbout.getOrDefault(row.mail().email(), About.NOTHING))));
        var effects = new Effects();
        for (var telling : tellings) {
            var standing = mailToStanding.get(telling.mail());
            if (standing != null) {
                standing.hear(telling.report(), telling.at(), effects);
            }
        }
        return standings
                .update(tx, mailToStanding.values().stream().map(Standing::row).toList())
                .compose(updated -> follow(tx, effects));
    }

    private Future<Void> follow(SqlClient tx, Effects effects) {
        return consequences
                .suppress(tx, effects.suppressions())
                .compose(done -> softBounces.suppressFailing(tx, effects.softBounces(), settings.softBounces()))
                .compose(done -> consequences.suppressConfirmed(tx, effects.signs()))
                .onSuccess(dead -> dead.forEach(sign -> effects.left(sign.row(), Effects.BOUNCE)))
                .compose(done -> consequences.unsubscribe(tx, effects.leavings()))
                .compose(emails -> tellDepartures(tx, effects, emails))
                .compose(done -> hits.add(tx, effects.hits()))
                .compose(done -> events.append(tx, effects.events()));
    }

    /** {@code emails} are those whose readers were subscribed until now. */
    private Future<Void> tellDepartures(SqlClient tx, Effects effects, Set<EmailId> emails) {
        var told = Future.<Void>succeededFuture();
        for (var leaving : effects.leavings()) {
            var mail = leaving.row().mail();
            if (emails.contains(mail.email())) {
                effects.happened(unsubscribed(leaving));
                if (leaving.reason().equals(LEFT_THERE)) {
                    told = told.compose(done -> departures.left(tx, Tenant.system(mail.project()), mail.email()));
                }
            }
        }
        return told;
    }

    private static NewEvent unsubscribed(Leaving leaving) {
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
