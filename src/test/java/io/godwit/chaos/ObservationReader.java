package io.godwit.chaos;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.godwit.chaos.ChaosNodes.Pause;
import io.godwit.chaos.Observation.Copy;
import io.godwit.chaos.Observation.Count;
import io.godwit.chaos.Observation.Doubt;
import io.godwit.chaos.Observation.Node;
import io.godwit.chaos.Observation.StoredEmail;
import io.godwit.chaos.Observation.Timer;
import io.godwit.kit.JarServer;
import io.godwit.kit.smtp.SinkMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads what is to be compared after a run. */
final class ObservationReader {

    /** Statements that count the rows left in each queue. */
    static final Map<String, String> QUEUES = Map.of(
            "outbox", "SELECT count(*) FROM outbox",
            "execution_timers", "SELECT count(*) FROM execution_timers",
            "execution_pending_events", "SELECT count(*) FROM execution_pending_events WHERE NOT seen",
            "hits", "SELECT count(*) FROM hits WHERE NOT counted",
            "inbound_reports", "SELECT count(*) FROM inbound_reports WHERE due_at IS NOT NULL",
            "webhook_calls", "SELECT count(*) FROM webhook_calls",
            "jobs", "SELECT count(*) FROM jobs WHERE state IN ('waiting', 'active')",
            "campaigns", "SELECT count(*) FROM campaigns WHERE status NOT IN ('DRAFT', 'SENT')",
            "contact_deltas", "SELECT count(*) FROM contact_deltas",
            "dead_letters", "SELECT count(*) FROM dead_letters");

    /** The number that is shown beside that of the rows, as of one moment: a call whose caller has given up may still be written. */
    private static final String CONTACTS = """
            SELECT (SELECT coalesce(sum(count), 0) FROM contact_counts WHERE project_id = ?::uuid AND name = 'email')::bigint
                   + (SELECT coalesce(sum((deltas ->> 'email')::bigint), 0) FROM contact_deltas
                       WHERE project_id = ?::uuid)::bigint AS shown,
                   (SELECT count(*) FROM contacts WHERE project_id = ?::uuid) AS counted
            """;

    private static final Pattern ALARM = Pattern.compile(
            "(?i)unhandled exception|uncaught|OutOfMemoryError|StackOverflowError|LEAK:|has been blocked");

    private static final Pattern TIMESTAMP = Pattern.compile("\"timestamp\":\"([^\"]+)\"");

    /** After a node that was stopped goes on, the checker of blocked threads counts the pause, and looks once a second. */
    private static final Duration AFTER_PAUSE = Duration.ofSeconds(5);

    /**
     * Vert.x gives a message that is published to several nodes one promise, which the connection to each of them ends: when two are
     * gone, the second end is logged, as it comes from the write itself, from a connection with TLS that closes, or from a write of
     * another event loop. The message is lost, as every message of the bus may be. And the pool of connections to PostgreSQL ends the
     * wait of a caller that has its connection already (eclipse-vertx/vert.x issue 6169); the caller keeps the connection.
     */
    private static final Pattern FAILED_TWICE = Pattern.compile(
            "Promise already completed.*clustered\\.OutboundConnection\\.writeMessage"
                    + "|^(?!.*io\\.godwit).*Promise already completed.*(?:DelegatingChannelPromise.*SslHandler"
                    + "|SqlConnectionPool\\$1PoolRequest.*SimpleConnectionPool\\$Cancel"
                    + "|Promise\\.complete\\([^)]*\\)\\\\n\\\\tat io\\.vertx\\.core\\.impl\\.future\\.FutureBase\\.lambda\\$emitResult)");

    /** Of {@code jcmd GC.heap_info} with the serial collector: the young and the old generation. */
    private static final Pattern USED = Pattern.compile("generation +total \\d+K, used (\\d+)K");

    private final ChaosNodes nodes;
    private final ChaosTraffic traffic;

    ObservationReader(ChaosNodes nodes, ChaosTraffic traffic) {
        this.nodes = nodes;
        this.traffic = traffic;
    }

    /** Returns whether every queue is empty and every count folded. */
    boolean isQuiet() {
        return queues().values().stream().allMatch(rows -> rows == 0);
    }

    private Map<String, Long> queues() {
        var queueToRows = new HashMap<String, Long>();
        QUEUES.forEach((name, sql) -> queueToRows.put(name, nodes.rows().count(sql)));
        return queueToRows;
    }

    Observation read(List<Doubt> doubts) {
        return new Observation(
                traffic.calls(),
                copies(),
                emails(),
                events(),
                contacts(),
                timers(),
                counts(),
                foreign(),
                queues(),
                health(),
                doubts);
    }

    /** Messages that came more than once. */
    long repeated(Observation seen) {
        return seen.copies().stream().collect(groupingBy(Copy::messageId, counting())).values().stream()
                .filter(copies -> copies > 1)
                .count();
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
                         WHERE events.name = ?
                        """, ChaosTraffic.EVENT).stream()
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
        return traffic.rests().stream()
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
        for (var project = 0; project < 2; project++) {
            var id = nodes.project(project).getString("projectId");
            var row = nodes.rows().query(CONTACTS, id, id, id).get(0);
            counts.add(new Count("contacts of project " + project, (Long) row.get("shown"), (Long) row.get("counted")));
        }
        for (var campaign : traffic.campaigns()) {
            addCampaign(counts, campaign);
        }
        return counts;
    }

    private void addCampaign(List<Count> counts, String campaign) {
        var key = nodes.project(0).getString("secretKey");
        var status = nodes.api(0).get("/campaigns/" + campaign, key).body().getString("status");
        if (status.equals("SENT")) {
            var books = nodes.api(0)
                    .get("/campaigns/" + campaign + "/stats", key)
                    .body()
                    .getJsonObject("books");
            counts.add(new Count("audience of " + campaign, books.getLong("audience"), ChaosTraffic.READERS));
            counts.add(new Count("sent of " + campaign, books.getLong("sent"), ChaosTraffic.READERS));
            counts.add(new Count(
                    "emails of " + campaign,
                    nodes.rows()
                            .count(
                                    "SELECT count(DISTINCT contact_id) FROM emails WHERE campaign_id = ?::uuid",
                                    campaign),
                    ChaosTraffic.READERS));
        }
    }

    /** Answers with another project's mark, and messages with the marks of both. */
    private List<String> foreign() {
        return Stream.concat(
                        traffic.foreign().stream(),
                        nodes.sink().messages().stream()
                                .map(SinkMessage::text)
                                .filter(text ->
                                        text.contains(ChaosTraffic.mark(0)) && text.contains(ChaosTraffic.mark(1))))
                .toList();
    }

    private List<Node> health() {
        return IntStream.range(0, ChaosNodes.NODES)
                .mapToObj(number -> health(number, nodes.node(number), nodes.pauses(number)))
                .toList();
    }

    /**
     * The lines of a log that are alarms; not those of a blocked thread while, or just after, the whole process was stopped,
     * nor those of a message of the bus that was failed twice.
     */
    static List<String> alarms(String log, List<Pause> pauses) {
        return log.lines()
                .filter(line -> ALARM.matcher(line).find())
                .filter(line -> !line.contains("has been blocked") || !isPaused(line, pauses))
                .filter(line -> !FAILED_TWICE.matcher(line).find())
                .toList();
    }

    private static boolean isPaused(String line, List<Pause> pauses) {
        var timestamp = TIMESTAMP.matcher(line);
        if (!timestamp.find()) {
            return false;
        }
        var at = Instant.parse(timestamp.group(1));
        return pauses.stream()
                .anyMatch(pause ->
                        !at.isBefore(pause.from()) && !at.isAfter(pause.to().plus(AFTER_PAUSE)));
    }

    /** Bytes in use, of the output of {@code jcmd GC.heap_info}; 0 when it names none. */
    static long heap(String output) {
        return USED.matcher(output)
                .results()
                .mapToLong(used -> Long.parseLong(used.group(1)) << 10)
                .sum();
    }

    private static Node health(int number, JarServer node, List<Pause> pauses) {
        command("jcmd", Long.toString(node.pid()), "GC.run");
        var heap = heap(command("jcmd", Long.toString(node.pid()), "GC.heap_info"));
        return new Node("node " + number, alarms(node.output(), pauses), heap, openFiles(node.pid()));
    }

    private static long openFiles(long pid) {
        try (var files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return files.count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String command(String... words) {
        try {
            var process = new ProcessBuilder(words).redirectErrorStream(true).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
