package io.godwit.bench;

import io.godwit.kit.JarServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.smtp.SmtpCaller;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Measures how many messages of 2 KB are accepted by SMTP in a second, each answered after its commit, while nothing is sent: on 20
 * connections that stay open, without TLS, the envelope in one write.
 */
final class SubmissionBench implements AutoCloseable {

    private static final int CONNECTIONS = 20;
    private static final int MESSAGES = 500;
    private static final int TEXT_BYTES = 2_048;
    private static final String FIGURE = "submission";

    private final int port = FreePorts.free();
    private final BenchReport report;
    private final JarServer server;

    SubmissionBench(Path directory, BenchReport report) {
        this.report = report;
        this.server = BenchServers.start(
                directory.resolve("submission"),
                Map.of(
                        "GODWIT_ROLES", "http,job",
                        "GODWIT_SUBMISSION_HOST", "127.0.0.1",
                        "GODWIT_SUBMISSION_PORT", Integer.toString(port),
                        "GODWIT_SUBMISSION_PLAIN_ON_LOOPBACK", "true"));
    }

    /** The first round warms up. */
    void measure(int rounds) throws Exception {
        for (var round = 0; round <= rounds; round++) {
            var rate = accepted(round);
            if (round > 0) {
                report.add(FIGURE, rate);
            }
        }
    }

    private double accepted(int round) throws Exception {
        var clients = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            var began = System.nanoTime();
            var work = new ArrayList<Callable<Void>>();
            for (var client = 0; client < CONNECTIONS; client++) {
                var name = round + "-" + client;
                work.add(() -> submit(name));
            }
            for (var done : clients.invokeAll(work)) {
                done.get();
            }
            return CONNECTIONS * MESSAGES * 1e9 / (System.nanoTime() - began);
        } finally {
            clients.shutdown();
            clients.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private Void submit(String name) {
        var project = BenchServers.projects(server).get(0);
        var text = "x".repeat(62) + "\r\n";
        var from = "shop@" + project.getString("domain");
        try (var caller = new SmtpCaller(port)) {
            caller.reply();
            caller.say("EHLO bench.test");
            var login = "\u0000any\u0000" + project.getString("secretKey");
            require(
                    caller.say("AUTH PLAIN "
                            + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.US_ASCII))),
                    "235");
            for (var number = 0; number < MESSAGES; number++) {
                caller.write("MAIL FROM:<" + from + ">\r\nRCPT TO:<m" + name + "-" + number
                        + "@bench.example.com>\r\nDATA\r\n");
                require(caller.reply(), "250");
                require(caller.reply(), "250");
                require(caller.reply(), "354");
                require(
                        caller.data("From: " + from + "\r\nSubject: Your order\r\nMessage-ID: <" + name + "." + number
                                + "@bench.test>\r\n\r\n" + text.repeat(TEXT_BYTES / text.length())),
                        "250");
            }
        }
        return null;
    }

    private static void require(String reply, String code) {
        if (!reply.startsWith(code)) {
            throw new AssertionError("The server answered " + reply);
        }
    }

    void describe() {
        report.rate("Accepted by SMTP, 2 KB, 20 connections, each 250 after its commit", FIGURE);
    }

    @Override
    public void close() {
        server.close();
    }
}
