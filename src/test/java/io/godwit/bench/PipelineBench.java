package io.godwit.bench;

import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Measures how fast queued mail leaves. The mails of each project are queued while nothing is sent and put off; then one project after
 * the other becomes due. The mail of the second half is not signed.
 */
final class PipelineBench implements AutoCloseable {

    private static final int MAILS = 6_000;
    private static final int PER_CALL = 1_000;
    private static final int CONNECTIONS = 20;
    private static final int PROJECTS = 6;
    private static final Map<String, String> QUIET =
            Map.of("GODWIT_ROLES", "http,job", "GODWIT_DEMO_PROJECTS", Integer.toString(PROJECTS));

    private final Path directory;
    private final BenchReport report;
    private final ChildJvm sink;
    private final int sinkPort;
    private final JarServer server;
    private final ChildJvm bare;

    PipelineBench(Path directory, BenchReport report) throws Exception {
        this.directory = directory;
        this.report = report;
        this.sink = ChildJvm.start(SinkServer.class);
        this.sinkPort = Integer.parseInt(sink.line());
        this.server = BenchServers.start(directory.resolve("pipeline"), QUIET);
        BenchServers.projects(server).forEach(this::queue);
        putOff();
        this.bare = ChildJvm.start(
                BareMail.class,
                Integer.toString(sinkPort),
                Integer.toString(CONNECTIONS),
                message().toString());
        bare.line();
        server.stop();
        server.restart(sending(true));
    }

    private Map<String, String> sending(boolean signed) {
        return Map.of(
                "GODWIT_SENDING_SIGN",
                Boolean.toString(signed),
                "GODWIT_ROLES",
                "http,send,job",
                "GODWIT_MAIL_HOST",
                "127.0.0.1",
                "GODWIT_MAIL_PORT",
                Integer.toString(sinkPort),
                "GODWIT_MAIL_TLS",
                "none",
                "GODWIT_MAIL_CONNECTIONS",
                Integer.toString(CONNECTIONS));
    }

    private void queue(JsonObject project) {
        for (int call = 0; call < MAILS / PER_CALL; call++) {
            var first = call * PER_CALL;
            var to = IntStream.range(first, first + PER_CALL)
                    .mapToObj(i -> "m" + i + "@bench.example.com")
                    .toList();
            BenchServers.post(server, "/v1/send", project.getString("secretKey"), mail(project, new JsonArray(to)));
        }
    }

    private static JsonObject mail(JsonObject project, JsonArray to) {
        return JsonObject.of(
                "to",
                to,
                "from",
                "shop@" + project.getString("domain"),
                "subject",
                "Your order",
                "body",
                BenchBodies.html("1000000000"));
    }

    private void putOff() throws Exception {
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE outbox SET due_at = now() + interval '1 day'");
        }
    }

    private static UUID id(JsonObject project) {
        return UUID.fromString(project.getString("projectId"));
    }

    /** The message the pipeline itself would hand over, as the catcher shows it. */
    private Path message() throws Exception {
        try (var caught = BenchServers.start(directory.resolve("caught"), Map.of())) {
            var project = BenchServers.projects(caught).get(0);
            var mail = mail(project, JsonArray.of("ada@bench.example.com"));
            BenchServers.post(caught, "/v1/send", project.getString("secretKey"), mail);
            var file = directory.resolve("message.eml");
            Files.writeString(file, firstCaught(caught), StandardCharsets.US_ASCII);
            return file;
        }
    }

    private static String firstCaught(JarServer server) throws Exception {
        var list = new JsonArray();
        while (list.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(50);
            list = new JsonArray(server.api().get("/dev/mailbox/messages", "").text());
        }
        return list.getJsonObject(0).getString("raw");
    }

    /** The bare client beside each project, so that both see the same machine. The first project of each half warms up. */
    void measure() throws Exception {
        var projects = BenchServers.projects(server);
        bare.ask(Integer.toString(MAILS));
        half(projects.subList(0, PROJECTS / 2), "pipeline, signed");
        server.stop();
        server.restart(sending(false));
        half(projects.subList(PROJECTS / 2, PROJECTS), "pipeline, unsigned");
    }

    private void half(List<JsonObject> projects, String figure) throws Exception {
        release(projects.get(0), "warm-up, " + figure);
        for (var project : projects.subList(1, projects.size())) {
            report.add("bare mail client", Double.parseDouble(bare.ask(Integer.toString(MAILS))));
            release(project, figure);
        }
    }

    /** From a tenth of the mails to nine tenths, so that neither the poll nor the last stragglers count. */
    private void release(JsonObject project, String figure) throws Exception {
        var before = taken();
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE outbox SET due_at = now() WHERE project_id = '" + id(project) + "'");
        }
        awaitTaken(before + MAILS / 10);
        var firstCount = taken();
        var firstTime = System.nanoTime();
        var firstCpu = BenchServers.cpuMillis(server);
        awaitTaken(before + MAILS * 9 / 10);
        var emails = taken() - firstCount;
        report.add(figure, emails / ((System.nanoTime() - firstTime) / 1e9));
        report.add(figure + " CPU", (BenchServers.cpuMillis(server) - firstCpu) / (double) emails);
        awaitTaken(before + MAILS);
    }

    private long taken() throws Exception {
        return Long.parseLong(sink.ask("?"));
    }

    private void awaitTaken(long count) throws Exception {
        var timeout = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (taken() < count) {
            if (System.nanoTime() > timeout) {
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
    }

    @Override
    public void close() {
        server.close();
        bare.close();
        sink.close();
    }
}
