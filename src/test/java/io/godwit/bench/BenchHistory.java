package io.godwit.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A project with a long past: contacts, and events over the last 120 days in monthly partitions. */
public final class BenchHistory {

    /** %s is the age in seconds, %d a serial number: a UUIDv7 of that time. */
    private static final String ID = """
            (lpad(to_hex((extract(epoch FROM timestamptz 'START' - make_interval(secs => %1$s)) * 1000)::bigint), 12, '0') || '7'
             || lpad(to_hex((%2$s >> 20) & 4095), 3, '0') || '8' || lpad(to_hex(%2$s & 1048575), 15, '0'))::uuid""";

    /** One moment for all rows, so that ids made twice are the same. */
    private static final String START = Instant.now().toString();

    private final String project;
    private final int contacts;
    private final int events;
    private final List<String> statements = new ArrayList<>();

    private BenchHistory(String project, int contacts, int events) {
        this.project = project;
        this.contacts = contacts;
        this.events = events;
    }

    /** The statements that make it, one transaction each; on a connection without time limits some minutes for ten million events. */
    public static List<String> statements(String project, int contacts, int events) {
        var history = new BenchHistory(project, contacts, events);
        history.contacts();
        history.events();
        return history.statements;
    }

    private void add(String sql) {
        statements.add(sql.replace("START", START));
    }

    private void contacts() {
        var slice = 100_000;
        for (var from = 0; from < contacts; from += slice) {
            add("""
                    INSERT INTO contacts (project_id, id, email, subscribed, data, created_at, updated_at)
                    SELECT '%s', %s, 'contact' || n || '@example.com', n %% 5 > 0,
                           jsonb_build_object('plan', (ARRAY['free', 'free', 'pro', 'team'])[1 + n %% 4], 'age', n %% 90,
                               'city', 'Город ' || n %% 1000, 'address', jsonb_build_object('zip', lpad((n %% 99999)::text, 5, '0')),
                               'seen', to_char(now() - make_interval(mins => n %% 200000), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
                           timestamptz 'START' - make_interval(secs => n * 30), now()
                      FROM generate_series(%d, %d) n
                    """.formatted(project, ID.formatted("n * 30", "n"), from, Math.min(from + slice, contacts) - 1));
        }
        add("VACUUM ANALYZE contacts");
    }

    /** Over the last 120 days in monthly partitions; 40 % are one event, 10 % another, a ten-thousandth a rare one. */
    private void events() {
        add("DROP INDEX events_of_contact, events_by_name, events_of_email");
        for (var month = 1; month <= 4; month++) {
            add("""
                    DO $$
                    DECLARE month timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - make_interval(months => %1$d);
                            low text := rpad(lpad(to_hex((extract(epoch FROM month) * 1000)::bigint), 12, '0'), 32, '0');
                            high text := rpad(lpad(to_hex((extract(epoch FROM month + interval '1 month') * 1000)::bigint), 12, '0'), 32, '0');
                    BEGIN
                        EXECUTE format('CREATE TABLE events_bench_%1$d PARTITION OF events FOR VALUES FROM (%%L) TO (%%L)', low::uuid, high::uuid);
                    END $$
                    """.formatted(month));
        }
        var slice = 500_000;
        for (var from = 0; from < events; from += slice) {
            add("""
                    INSERT INTO events (project_id, id, contact_id, name, data, created_at)
                    SELECT '%1$s', %2$s, contact.id,
                           CASE WHEN n %% 10000 = 7 THEN 'rare' WHEN n %% 10 < 4 THEN 'opened' WHEN n %% 10 = 4 THEN 'bought' ELSE 'seen ' || n %% 50 END,
                           '{"price": 5}', timestamptz 'START' - make_interval(secs => (%6$d - n) * 1.03)
                      FROM generate_series(%3$d, %4$d) n
                      JOIN LATERAL (SELECT %5$s AS id) contact ON true
                    """.formatted(
                            project,
                            ID.formatted("(" + events + " - n) * 1.03", "n"),
                            from,
                            Math.min(from + slice, events) - 1,
                            ID.formatted("who.n * 30", "who.n")
                                    .replace("who.n", "((n * 7919::bigint) % " + contacts + ")::int"),
                            events));
        }
        add("CREATE INDEX events_of_contact ON events (project_id, contact_id, id)");
        add("CREATE INDEX events_by_name ON events (project_id, name, id)");
        add("CREATE INDEX events_of_email ON events (project_id, email_id) WHERE email_id IS NOT NULL");
        add("VACUUM ANALYZE events");
    }
}
