package io.godwit.chaos;

import static java.util.Map.entry;

import io.godwit.chaos.HitLedger.Outage;
import io.godwit.chaos.Observation.Copy;
import io.godwit.chaos.Observation.Count;
import io.godwit.chaos.Observation.Doubt;
import io.godwit.chaos.Observation.StoredEmail;
import io.godwit.chaos.Observation.Timer;
import io.godwit.kit.smtp.SinkMessage;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads what is to be compared after a run. */
final class ObservationReader {

    /** Statements that count the rows left in each queue. */
    static final Map<String, String> QUEUES = Map.ofEntries(
            entry("outbox", "SELECT count(*) FROM outbox"),
            entry("execution_timers", "SELECT count(*) FROM execution_timers"),
            entry("execution_pending_events", "SELECT count(*) FROM execution_pending_events WHERE NOT seen"),
            entry("hits", "SELECT count(*) FROM hits WHERE NOT counted"),
            entry("inbound_reports", "SELECT count(*) FROM inbound_reports WHERE due_at IS NOT NULL"),
            entry("webhook_calls", "SELECT count(*) FROM webhook_calls"),
            entry("jobs", "SELECT count(*) FROM jobs WHERE state IN ('waiting', 'active')"),
            entry("campaigns", "SELECT count(*) FROM campaigns WHERE status NOT IN ('DRAFT', 'SENT')"),
            entry("contact_deltas", "SELECT count(*) FROM contact_deltas"),
            entry("dead_letters", "SELECT count(*) FROM dead_letters"),
            entry("billing_deltas", "SELECT count(*) FROM billing_deltas"),
            entry("stripe_tasks", "SELECT count(*) FROM stripe_tasks"));

    /** The time after which the repetitions of a client are stored. */
    private static final Duration REPETITIONS_STORED = Duration.ofSeconds(5);

    /** The number that is shown beside that of the rows, as of one moment: a call whose caller has given up may still be written. */
    private static final String CONTACTS = """
            SELECT (SELECT coalesce(sum(count), 0) FROM contact_counts WHERE project_id = ?::uuid AND name = 'email')::bigint
                   + (SELECT coalesce(sum((deltas ->> 'email')::bigint), 0) FROM contact_deltas
                       WHERE project_id = ?::uuid)::bigint AS shown,
                   (SELECT count(*) FROM contacts WHERE project_id = ?::uuid) AS counted
            """;

    private final ChaosNodes nodes;
    private final ChaosLoad load;

    ObservationReader(ChaosNodes nodes, ChaosLoad load) {
        this.nodes = nodes;
        this.load = load;
    }

    /** Returns whether every queue is empty, every count folded, and no node has opens or clicks in its memory. */
    boolean isQuiet() {
        return load.lastTrackedRequest().plus(REPETITIONS_STORED).isBefore(Instant.now())
                && nodes.haveNoHitsInMemory()
                && queues().values().stream().allMatch(rows -> rows == 0);
    }

    private Map<String, Long> queues() {
        var queueToRows = new HashMap<String, Long>();
        QUEUES.forEach((name, sql) -> queueToRows.put(name, nodes.rows().count(sql)));
        return queueToRows;
    }

    Observation read(List<Doubt> doubts, List<Outage> outages) {
        var ledgers = new LedgerReader(nodes, load);
        return new Observation(
                load.calls().calls(),
                copies(),
                emails(),
                events(),
                contacts(),
                timers(),
                counts(),
                foreign(),
                queues(),
                NodeHealthReader.read(nodes),
                doubts,
                ledgers.webhooks(),
                ledgers.imports(),
                ledgers.hits(outages),
                ledgers.billing());
    }

    private List<Copy> copies() {
        return nodes.sink().messages().stream()
                .map(message -> new Copy(
                        message.recipient(),
                        message.messageId(),
                        message.header("Date").orElse(""),
                        message.at()))
                .toList();
    }

    private List<StoredEmail> emails() {
        return nodes
                .rows()
                .query("SELECT to_email, source, status, concat(reason, error, reply) AS reason FROM emails")
                .stream()
                .map(row -> new StoredEmail(
                        (String) row.get("to_email"), (String) row.get("source"), (String) row.get("status"), (String)
                                row.get("reason")))
                .toList();
    }

    private List<String> events() {
        return nodes.rows().query("""
                        SELECT contacts.email
                          FROM events
                          JOIN contacts ON contacts.project_id = events.project_id AND contacts.id = events.contact_id
                         WHERE events.name IN (?, ?)
                        """, ChaosTraffic.SIGN_UP, ChaosTraffic.ORDER).stream()
                .map(row -> (String) row.get("email"))
                .toList();
    }

    private List<String> contacts() {
        return nodes
                .rows()
                .query("SELECT email FROM contacts WHERE starts_with(email, ?)", ChaosTraffic.PREFIX)
                .stream()
                .map(row -> (String) row.get("email"))
                .toList();
    }

    private List<Timer> timers() {
        return load.calls().rests().stream()
                .flatMap(step -> nodes.rows().query("""
                        SELECT execution_id::text AS execution, count(*) AS visits, min(execute_after) AS due,
                               min(completed_at) AS done
                          FROM execution_visits
                         WHERE step_id = ?::uuid
                         GROUP BY execution_id
                        """, step).stream())
                .map(row -> new Timer(
                        (String) row.get("execution"),
                        ((Number) row.get("visits")).intValue(),
                        instant(row.get("due")),
                        instant(row.get("done"))))
                .toList();
    }

    private static Instant instant(Object timestamp) {
        return ((Timestamp) timestamp).toInstant();
    }

    /** The figures contacts and campaigns show, beside the rows and the messages. */
    private List<Count> counts() {
        var counts = new ArrayList<Count>();
        for (var project = 0; project < ChaosNodes.PROJECTS; project++) {
            var id = nodes.project(project).getString("projectId");
            var row = nodes.rows().query(CONTACTS, id, id, id).get(0);
            counts.add(new Count("contacts of project " + project, (Long) row.get("shown"), (Long) row.get("counted")));
        }
        for (var campaign : load.campaigns().campaigns()) {
            addCampaign(counts, campaign);
        }
        return counts;
    }

    private void addCampaign(List<Count> counts, String campaign) {
        var key = nodes.key(0);
        var status = nodes.api(0).get("/campaigns/" + campaign, key).body().getString("status");
        if (status.equals("SENT")) {
            var stats =
                    nodes.api(0).get("/campaigns/" + campaign + "/stats", key).body();
            var books = stats.getJsonObject("books");
            counts.add(new Count(
                    "opens of " + campaign,
                    stats.getLong("openedCount"),
                    nodes.rows()
                            .count("SELECT count(*) FROM emails WHERE campaign_id = ?::uuid AND opens > 0", campaign)));
            counts.add(new Count(
                    "clicks of " + campaign,
                    stats.getLong("clickedCount"),
                    nodes.rows()
                            .count(
                                    "SELECT count(*) FROM emails WHERE campaign_id = ?::uuid AND clicks > 0",
                                    campaign)));
            counts.add(new Count("audience of " + campaign, books.getLong("audience"), CampaignTraffic.READERS));
            counts.add(new Count("sent of " + campaign, books.getLong("sent"), CampaignTraffic.READERS));
            counts.add(new Count(
                    "emails of " + campaign,
                    nodes.rows()
                            .count(
                                    "SELECT count(DISTINCT contact_id) FROM emails WHERE campaign_id = ?::uuid",
                                    campaign),
                    CampaignTraffic.READERS));
        }
    }

    /** Answers and calls with another project's mark, and messages with the marks of both. */
    private List<String> foreign() {
        return Stream.concat(
                        Stream.concat(load.calls().foreign().stream(), nodes.receiver().foreign().stream()),
                        nodes.sink().messages().stream()
                                .map(SinkMessage::text)
                                .filter(text ->
                                        text.contains(ChaosTraffic.mark(0)) && text.contains(ChaosTraffic.mark(1))))
                .toList();
    }
}
