package io.godwit.tracking;

import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.EmailId;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.events.NewEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Turns recorded hits into counts and events, some hundred per transaction: a hit is counted exactly once, also after a crash.
 * Any number of nodes share the work. Hits beyond the daily limit of an email are counted, but make no event and are deleted.
 */
final class HitProcessor {

    private static final int MAX_BATCH_SIZE = 500;

    private final Database database;
    private final EventAppender events;
    private final int perDay;
    private final HitStore hits = new HitStore();
    private final EngagementStore engagements = new EngagementStore();
    private final EmailEventContextStore contexts = new EmailEventContextStore();

    /** @param perDay max events of a kind of one email per day; 0: no limit */
    HitProcessor(Database database, EventAppender events, int perDay) {
        this.database = database;
        this.events = events;
        this.perDay = perDay;
    }

    /** Counts one batch; completes with {@link Next#MORE} when there may be more. */
    Future<Next> run() {
        return database.workerTransaction(tx -> hits.lockUncounted(tx, MAX_BATCH_SIZE, ScannerDetector.WITHIN)
                .compose(hits -> hits.isEmpty()
                        ? Future.succeededFuture(Next.IDLE)
                        : count(tx, ScannerDetector.markedIn(hits))
                                .map(hits.size() == MAX_BATCH_SIZE ? Next.MORE : Next.IDLE)));
    }

    private Future<Void> count(SqlClient tx, List<Hit> batch) {
        var oneOfEach = batch.stream()
                .collect(Collectors.toMap(Hit::email, hit -> hit, (one, ignored) -> one, LinkedHashMap::new))
                .values();
        return engagements.lock(tx, oneOfEach).compose(rows -> markRepeats(tx, batch)
                .compose(marked -> context(tx, rows)
                        .compose(context -> write(tx, marked, rows, context))
                        .compose(firstOfMachines -> hits.counted(tx, marked, firstOfMachines))));
    }

    /** Runs when the emails are locked, so that all hits of them which other nodes have counted are seen. */
    private Future<List<Hit>> markRepeats(SqlClient tx, List<Hit> batch) {
        return RepeatMarker.earliest(batch)
                .map(earliest -> hits.countedFirsts(tx, batch, earliest.minus(RepeatMarker.WINDOW))
                        .map(before -> RepeatMarker.marked(batch, before)))
                .orElse(Future.succeededFuture(batch));
    }

    private Future<Map<EmailId, EmailEventContext>> context(SqlClient tx, List<Engagement.Row> rows) {
        return contexts.find(
                tx,
                rows.stream().map(Engagement.Row::project).toList(),
                rows.stream().map(Engagement.Row::email).toList());
    }

    /** Completes with the hits of machines that are the first of their kind of an email. */
    private Future<Set<Hit>> write(
            SqlClient tx, List<Hit> batch, List<Engagement.Row> rows, Map<EmailId, EmailEventContext> context) {
        var emailToEngagement = new HashMap<EmailId, Engagement>();
        rows.forEach(row -> emailToEngagement.put(
                row.email(),
                new Engagement(row, context.getOrDefault(row.email(), EmailEventContext.NOTHING), perDay)));
        var following = new ArrayList<NewEvent>();
        var tooMany = new ArrayList<Hit>();
        var firstOfMachines = new HashSet<Hit>();
        for (var hit : batch) {
            var engagement = emailToEngagement.get(hit.email());
            if (engagement == null) {
                continue;
            }
            if (!hit.isHuman()) {
                if (engagement.countMachine(hit)) {
                    firstOfMachines.add(hit);
                }
            } else if (!engagement.count(hit, following::add)) {
                tooMany.add(hit);
            }
        }
        var after = emailToEngagement.values().stream().map(Engagement::row).toList();
        return engagements
                .update(tx, after)
                .compose(ignored -> events.append(tx, following))
                .compose(ignored -> tooMany.isEmpty() ? Future.succeededFuture() : hits.delete(tx, tooMany))
                .map(firstOfMachines);
    }
}
