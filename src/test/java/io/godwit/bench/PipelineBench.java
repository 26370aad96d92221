package io.godwit.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * How fast queued mail leaves. The mails of each project are queued while nothing is sent and put off; then one project after
 * the other becomes due. Half of the projects lose their domain in between, so that their mail is not signed.
 */
final class PipelineBench implements AutoCloseable {

    private static final int MAILS = 6_000;
    private static final int PER_CALL = 1_000;
    private static final int CONNECTIONS = 20;
    private static final Map<String, String> QUIET = Map.of("ROLES", "http,job");

    private final Path directory;
    private final Report report;
    private final Child sink;
    private final int sinkPort;
    private final Godwit server;
    private final Child bare;

    PipelineBench(Path directory, Report report) throws Exception {
        this.directory = directory.resolve("pipeline");
        this.report = report;
        this.sink = Child.start(SinkServer.class);
        this.sinkPort = Integer.parseInt(sink.line());
        try (var quiet = Godwit.start(this.directory, QUIET)) {
            for (var project : quiet.projects()) {
                queue(quiet, project);
            }
            putOff(quiet, quiet.projects());
        }
        this.bare = Child.start(
                BareMail.class,
                Integer.toString(sinkPort),
                Integer.toString(CONNECTIONS),
                message().toString());
        bare.line();
        this.server = Godwit.start(this.directory, sending());
    }

    private Map<String, String> sending() {
        return Map.of(
                "ROLES", "http,send,job",
                "MAIL_HOST", "127.0.0.1",
                "MAIL_PORT", Integer.toString(sinkPort),
                "MAIL_TLS", "none",
                "MAIL_CONNECTIONS", Integer.toString(CONNECTIONS));
    }

    private static void queue(Godwit server, JsonNode project) throws Exception {
        for (int call = 0; call < MAILS / PER_CALL; call++) {
            var first = call * PER_CALL;
            var to = IntStream.range(first, first + PER_CALL)
                    .mapToObj(i -> "m" + i + "@bench.example.com")
                    .toList();
            var body = Map.of(
                    "to",
                    to,
                    "from",
                    "shop@" + project.get("domain").asText(),
                    "subject",
                    "Your order",
                    "body",
                    Bodies.html("1000000000"));
            server.post("/v1/send", project.get("secretKey").asText(), body);
        }
    }

    /** Odd projects are signed, even ones are not. */
    private static void putOff(Godwit server, List<JsonNode> projects) throws Exception {
        try (var connection = server.database();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE outbox SET due_at = now() + interval '1 day'");
            for (int i = 1; i < projects.size(); i += 2) {
                statement.execute(
                        "UPDATE domains SET verified = false WHERE project_id = '" + id(projects.get(i)) + "'");
            }
        }
    }

    private static UUID id(JsonNode project) {
        return UUID.fromString(project.get("projectId").asText());
    }

    /** What the pipeline itself would hand over, as the catcher shows it. */
    private Path message() throws Exception {
        try (var caught = Godwit.start(directory.resolveSibling("caught"), Map.of())) {
            var project = caught.projects().get(0);
            var body = Map.of(
                    "to",
                    "ada@bench.example.com",
                    "from",
                    "shop@" + project.get("domain").asText(),
                    "subject",
                    "Your order",
                    "body",
                    Bodies.html("1000000000"));
            caught.post("/v1/send", project.get("secretKey").asText(), body);
            var file = directory.resolveSibling("message.eml");
            Files.writeString(file, firstCaught(caught), StandardCharsets.US_ASCII);
            return file;
        }
    }

    private static String firstCaught(Godwit server) throws Exception {
        while (true) {
            var messages = server.get("/dev/mailbox/messages", "");
            var list = messages.isArray() ? messages : messages.withArray("messages");
            if (!list.isEmpty()) {
                return list.get(0).get("raw").asText();
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** The first two projects warm the server up. */
    void measure() throws Exception {
        var projects = server.projects();
        bare.ask(Integer.toString(MAILS / 2));
        for (int i = 0; i < projects.size(); i++) {
            report.add("bare mail client", Double.parseDouble(bare.ask(Integer.toString(MAILS / 2))));
            release(projects.get(i), i % 2 == 0 ? "pipeline, signed" : "pipeline, unsigned");
        }
    }

    /** From a tenth of the mails to nine tenths, so that neither the poll nor the last stragglers count. */
    private void release(JsonNode project, String figure) throws Exception {
        var before = taken();
        try (var connection = server.database();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE outbox SET due_at = now() WHERE project_id = '" + id(project) + "'");
        }
        awaitTaken(before + MAILS / 10);
        var firstCount = taken();
        var firstTime = System.nanoTime();
        var firstCpu = server.cpuMillis();
        awaitTaken(before + MAILS * 9 / 10);
        var mails = taken() - firstCount;
        report.add(figure, mails / ((System.nanoTime() - firstTime) / 1e9));
        report.add(figure + " CPU", (server.cpuMillis() - firstCpu) / (double) mails);
        awaitTaken(before + MAILS);
    }

    private long taken() throws Exception {
        return Long.parseLong(sink.ask("?"));
    }

    private void awaitTaken(long count) throws Exception {
        var patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (taken() < count) {
            if (System.nanoTime() > patience) {
                throw new AssertionError("The sink took " + taken() + " messages and not " + count);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    void describe() {
        report.rate("The bare mail client, " + CONNECTIONS + " connections", "bare mail client");
        report.rate("The send pipeline, not signed", "pipeline, unsigned");
        report.rate("The send pipeline, DKIM RSA-2048", "pipeline, signed");
        report.ratio("pipeline signed : bare mail client", "pipeline, signed", "bare mail client", 0.6);
        report.ratio("pipeline unsigned : bare mail client", "pipeline, unsigned", "bare mail client", 0.6);
        report.difference("CPU a signature adds", "pipeline, signed CPU", "pipeline, unsigned CPU", "ms", 0.35);
    }

    @Override
    public void close() {
        server.close();
        bare.close();
        sink.close();
    }
}
