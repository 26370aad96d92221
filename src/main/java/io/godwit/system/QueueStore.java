package io.godwit.system;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the queues of all projects by the state of their rows. */
final class QueueStore {

    /** Rows read of each queue, so that a count takes some milliseconds however long it is; beyond them it says "at least". */
    static final int MAX_COUNTED = 100_000;

    private static final List<String> NAMES =
            List.of("emails", "campaigns", "workflows", "webhooks", "jobs", "reports", "billing");

    /**
     * The rows of a queue with their state: in progress (somebody holds a lease), due, deferred (tried, and waiting for the next
     * attempt), scheduled (waiting for its first time) or held. The age of a due row counts from when it could be taken, that of
     * another from its beginning. An ended campaign is due once more for its statistics, which is no work that waits.
     */
    private static final String COUNT = """
            SELECT queue, state, count(*) AS rows,
                   greatest(coalesce(extract(epoch FROM max(now() - since)), 0), 0)::bigint AS oldest
              FROM ((SELECT 'emails' AS queue, created_at AS since,
                            CASE WHEN lane = 3 THEN 'HELD'
                                 WHEN lease_until > now() THEN 'IN_PROGRESS'
                                 WHEN due_at <= now() THEN 'DUE'
                                 WHEN attempts > 0 THEN 'DEFERRED'
                                 ELSE 'SCHEDULED' END AS state
                       FROM outbox LIMIT 100000)
                    UNION ALL
                    (SELECT 'campaigns', nullif(due_at, 'infinity'),
                            CASE WHEN due_at = 'infinity' THEN 'HELD'
                                 WHEN lease_until > now() THEN 'IN_PROGRESS'
                                 WHEN due_at <= now() THEN 'DUE'
                                 ELSE 'SCHEDULED' END
                       FROM campaigns WHERE due_at IS NOT NULL AND ended_at IS NULL LIMIT 100000)
                    UNION ALL
                    (SELECT 'workflows', nullif(due_at, 'infinity'),
                            CASE WHEN lease_until > now() THEN 'IN_PROGRESS'
                                 WHEN due_at <= now() AND NOT exempt_from_hold AND EXISTS (SELECT FROM email_hold) THEN 'HELD'
                                 WHEN due_at <= now() THEN 'DUE'
                                 ELSE 'SCHEDULED' END
                       FROM execution_timers LIMIT 100000)
                    UNION ALL
                    (SELECT 'webhooks', created_at,
                            CASE WHEN due_at <= now() THEN 'DUE'
                                 WHEN attempts > 0 AND last_status IS NULL AND last_error IS NULL THEN 'IN_PROGRESS'
                                 WHEN attempts > 0 THEN 'DEFERRED'
                                 ELSE 'SCHEDULED' END
                       FROM webhook_calls LIMIT 100000)
                    UNION ALL
                    (SELECT 'jobs', created_at,
                            CASE WHEN state = 'active' THEN 'IN_PROGRESS'
                                 WHEN due_at <= now() THEN 'DUE'
                                 ELSE 'DEFERRED' END
                       FROM jobs WHERE due_at IS NOT NULL LIMIT 100000)
                    UNION ALL
                    (SELECT 'reports', received_at,
                            CASE WHEN due_at <= now() THEN 'DUE' ELSE 'DEFERRED' END
                       FROM inbound_reports WHERE due_at IS NOT NULL LIMIT 100000)
                    UNION ALL
                    (SELECT 'billing', created_at,
                            CASE WHEN dead THEN 'DEAD'
                                 WHEN lease_until > now() THEN 'IN_PROGRESS'
                                 WHEN due_at <= now() THEN 'DUE'
                                 ELSE 'DEFERRED' END
                       FROM stripe_tasks LIMIT 100000)
                    UNION ALL
                    (SELECT CASE kind WHEN 'EMAIL' THEN 'emails' WHEN 'JOB' THEN 'jobs' ELSE 'workflows' END, died_at, 'DEAD'
                       FROM dead_letters LIMIT 100000)) queued
             GROUP BY queue, state
            """;

    /** The states of a row, as the statement names them. */
    private enum State {
        DUE,
        IN_PROGRESS,
        DEFERRED,
        SCHEDULED,
        HELD,
        DEAD
    }

    private record Counted(long rows, long oldestSeconds) {

        static final Counted NONE = new Counted(0, 0);
    }

    /** All queues in a fixed order, those without a row too. */
    Future<List<QueueCounts>> count(SqlClient db) {
        return db.preparedQuery(COUNT).execute().map(rows -> {
            var queueToStates = new LinkedHashMap<String, Map<State, Counted>>();
            NAMES.forEach(name -> queueToStates.put(name, new LinkedHashMap<>()));
            rows.forEach(row -> add(queueToStates, row));
            return queueToStates.entrySet().stream()
                    .map(queue -> counts(queue.getKey(), queue.getValue()))
                    .toList();
        });
    }

    private static void add(Map<String, Map<State, Counted>> queueToStates, Row row) {
        queueToStates
                .computeIfAbsent(row.getString("queue"), ignored -> new LinkedHashMap<>())
                .put(State.valueOf(row.getString("state")), new Counted(row.getLong("rows"), row.getLong("oldest")));
    }

    private static QueueCounts counts(String name, Map<State, Counted> states) {
        var all = states.values().stream().mapToLong(Counted::rows).sum();
        return new QueueCounts(
                name,
                rows(states, State.DUE),
                rows(states, State.IN_PROGRESS),
                rows(states, State.DEFERRED),
                rows(states, State.SCHEDULED),
                rows(states, State.HELD),
                rows(states, State.DEAD),
                states.getOrDefault(State.DUE, Counted.NONE).oldestSeconds(),
                states.getOrDefault(State.DEFERRED, Counted.NONE).oldestSeconds(),
                all >= MAX_COUNTED);
    }

    private static long rows(Map<State, Counted> states, State state) {
        return states.getOrDefault(state, Counted.NONE).rows();
    }
}
