package io.godwit.bench;

import com.sun.management.OperatingSystemMXBean;
import io.godwit.bench.load.ChildJvm;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.client.RelayTransport;
import io.godwit.smtp.client.SessionLoad;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures a new connection of our client to a sink on the loopback interface: the time until EHLO is answered, in clear and after
 * STARTTLS, one connection after the other, and the CPU time of the client; and what a session with signatures costs.
 */
final class ConnectionBench {

    private static final int CONNECTIONS = 2_000;
    /** On one connection, for what its handshake adds to each. */
    private static final int MAILS = 20;

    private static final int SIGNED = 20_000;
    private static final String CLEAR = "connection in clear";
    private static final String ENCRYPTED = "connection with STARTTLS";
    private static final String SESSION = "signed session";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private ConnectionBench() {}

    /** The port of the sink, then for every line read so many connections; writes the median and the 99th percentile in ms, and µs of CPU. */
    public static void main(String[] args) throws Exception {
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        var transport = RelayTransport.create(vertx, settings(Integer.parseInt(args[0])));
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(measured(transport, Integer.parseInt(line)));
        }
        transport.close().await();
        vertx.close().await();
    }

    private static RelaySettings settings(int port) {
        return new RelaySettings(
                Optional.of("127.0.0.1"),
                port,
                Optional.empty(),
                Optional.empty(),
                RelaySettings.Tls.OPPORTUNISTIC,
                1,
                LIMIT,
                false,
                false,
                0);
    }

    private static String measured(RelayTransport transport, int count) {
        var machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        var cpu = machine.getProcessCpuTime();
        var nanos = new long[count];
        for (var number = 0; number < count; number++) {
            var began = System.nanoTime();
            transport.probe(LIMIT).await();
            nanos[number] = System.nanoTime() - began;
        }
        var micros = (machine.getProcessCpuTime() - cpu) / 1e3 / count;
        Arrays.sort(nanos);
        return String.format(
                Locale.ROOT, "%.2f %.2f %.0f", nanos[count / 2] / 1e6, nanos[count * 99 / 100] / 1e6, micros);
    }

    /** Clear and encrypted connections, and signed messages, take turns; the first round warms up. */
    static void run(BenchReport report, int rounds) throws Exception {
        try (var plain = ChildJvm.start(SinkServer.class);
                var encrypting = ChildJvm.start(SinkServer.class, "starttls")) {
            var port = plain.line();
            try (var clear = ChildJvm.start(ConnectionBench.class, port);
                    var encrypted = ChildJvm.start(ConnectionBench.class, encrypting.line());
                    var signed = ChildJvm.start(SessionLoad.class, "native", port, "20", "2000", "signed")) {
                for (var child : List.of(clear, encrypted, signed)) {
                    child.line();
                }
                for (var round = 0; round <= rounds; round++) {
                    add(report, CLEAR, clear.ask(Integer.toString(CONNECTIONS)), round);
                    add(report, ENCRYPTED, encrypted.ask(Integer.toString(CONNECTIONS)), round);
                    add(report, SESSION, signed.ask(Integer.toString(SIGNED)), round);
                }
            }
        }
        describe(report);
    }

    private static void add(BenchReport report, String figure, String values, int round) {
        var parts = values.split(" ", -1);
        for (var part = 0; round > 0 && part < parts.length; part++) {
            report.add(figure + " " + part, Double.parseDouble(parts[part]));
        }
    }

    private static void describe(BenchReport report) {
        report.atMost("A connection until EHLO is answered, p99", CLEAR + " 1", "ms", 5);
        report.row("The same, median", milliseconds(report, CLEAR), "", "");
        report.row(
                "A connection until EHLO is answered after STARTTLS, median", milliseconds(report, ENCRYPTED), "", "");
        var handshake = report.median(ENCRYPTED + " 2") - report.median(CLEAR + " 2");
        report.row(
                "CPU of the client that STARTTLS adds to an email, 20 on a connection",
                String.format(Locale.ROOT, "%.0f µs", handshake / MAILS),
                "≤ 100 µs",
                handshake / MAILS <= 100 ? "yes" : "no");
        report.rate("Our client, 2 KB, 20 connections, each signed with RSA-2048", SESSION + " 0");
        report.row(
                "CPU of the client for each, and the part of its event loops",
                String.format(
                        Locale.ROOT,
                        "%.0f µs, %.0f %%",
                        report.median(SESSION + " 1"),
                        100 * report.median(SESSION + " 3")),
                "≤ 333 µs, ≤ 20 %",
                report.median(SESSION + " 1") <= 333 && report.median(SESSION + " 3") <= 0.2 ? "yes" : "no");
    }

    private static String milliseconds(BenchReport report, String figure) {
        return String.format(Locale.ROOT, "%.2f ms", report.median(figure + " 0"));
    }
}
