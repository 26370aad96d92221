package io.godwit.tracking;

import io.godwit.core.EmailId;
import io.godwit.core.Loop.Next;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.godwit.events.NewEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes counts and events of hits, some hundred in one transaction: a hit is counted exactly once, whatever dies when. Any
 * number of nodes share the work. Hits beyond what a mail may have in a day leave nothing but their count.
 */
final class Counting {

    private static final int MOST_AT_ONCE = 500;

    private final Database database;
    private final Events events;
    private final int perDay;
    private final HitStore hits = new HitStore();
    private final ReceptionStore receptions = new ReceptionStore();
    private final AboutStore abouts = new AboutStore();

    /** @param perDay events of a kind of one mail in a day; 0 = no limit */
    Counting(Database database, Events events, int perDay) {
        this.database = database;
        this.events = events;
        this.perDay = perDay;
    }

    /** Counts some; completes with {@link Next#AGAIN} when there may be more. */
    Future<Next> run() {
        return database.workerTransaction(tx -> hits.take(tx, MOST_AT_ONCE)
                .compose(taken -> taken.isEmpty()
                        ? Future.succeededFuture(Next.REST)
                        : count(tx, Bursts.markedIn(taken))
                                .map(taken.size() == MOST_AT_ONCE ? Next.AGAIN : Next.REST)));
    }

    private Future<Void> count(SqlClient tx, List<Hit> taken) {
        var people = taken.stream().filter(Hit::isHuman).toList();
        var oneOfEach = people.stream()
                .collect(Collectors.toMap(Hit::email, hit -> hit, (one, other) -> one, LinkedHashMap::new))
                .values();
        return receptions
                .lock(tx, oneOfEach)
                .compose(rows -> about(tx, rows).compose(about -> write(tx, people, rows, about)))
                .compose(written -> hits.counted(tx, taken));
    }

    private Future<Map<EmailId, About>> about(SqlClient tx, List<Reception.Row> rows) {
        return abouts.find(
                tx,
                rows.stream().map(Reception.Row::project).toList(),
                rows.stream().map(Reception.Row::email).toList());
    }

    private Future<Void> write(SqlClient tx, List<Hit> people, List<Reception.Row> rows, Map<EmailId, About> about) {
        var emailToReception = new HashMap<EmailId, Reception>();
        rows.forEach(row -> emailToReception.put(
                row.email(), new Reception(row, about.getOrDefault(row.email(), About.NOTHING), perDay)));
        var following = new ArrayList<NewEvent>();
        var tooMany = new ArrayList<Hit>();
        for (var hit : people) {
            var reception = emailToReception.get(hit.email());
            if (reception != null && !reception.count(hit, following::add)) {
                tooMany.add(hit);
            }
        }
        var after = emailToReception.values().stream().map(Reception::row).toList();
        return receptions
                .update(tx, after)
                .compose(updated -> events.append(tx, following))
                .compose(appended -> tooMany.isEmpty() ? Future.succeededFuture() : hits.delete(tx, tooMany));
    }
}
