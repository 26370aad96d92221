package io.godwit.bench;

import io.godwit.bench.load.ChildJvm;
import io.godwit.smtp.client.SessionLoad;
import java.util.List;
import java.util.Locale;

/**
 * Measures the SMTP clients alone against a counting sink in a process of its own: our client beside vertx-mail-client with and
 * without quick ACKs, near and at a distance, and what its open sessions hold.
 */
final class SessionBench {

    private static final int CONNECTIONS = 20;
    private static final int SOME = 200;
    private static final int MANY_CONNECTIONS = 1_000;
    private static final String NATIVE = "native";
    private static final String CLEAR = "clear";

    /** As {@link SinkServer} and {@link SessionLoad} read it. */
    private static final String ENCRYPTED = "starttls";

    private static final String WITHOUT_QUICK_ACKS = "vertx-without-quick-acks";

    private final BenchReport report;

    SessionBench(BenchReport report) {
        this.report = report;
    }

    /** The clients take turns, so that all see the same machine; the first round of each warms up. */
    void measure(int rounds) throws Exception {
        for (var octets : List.of(2_000, 30_000)) {
            near(octets, rounds);
        }
        distant(NATIVE);
        distant("vertx");
        for (var connections : List.of(CONNECTIONS, SOME, MANY_CONNECTIONS)) {
            held(CLEAR, connections);
            held(ENCRYPTED, connections);
        }
    }

    /** The heap of our client while so many sessions are open and idle, after ten messages over each. */
    private void held(String tls, int connections) throws Exception {
        try (var sink = tls.equals(CLEAR) ? ChildJvm.start(SinkServer.class) : ChildJvm.start(SinkServer.class, tls)) {
            try (var load = ChildJvm.start(
                    SessionLoad.class, NATIVE, sink.line(), Integer.toString(connections), "2000", tls)) {
                load.line();
                var count = Integer.toString(10 * connections);
                load.ask(count);
                report.add(
                        held(tls) + connections,
                        Double.parseDouble(load.ask(count).split(" ", -1)[2]));
            }
        }
    }

    private static String held(String tls) {
        return "heap of sessions " + tls + " ";
    }

    private void near(int octets, int rounds) throws Exception {
        try (var sink = ChildJvm.start(SinkServer.class)) {
            var port = sink.line();
            try (var own = client(NATIVE, port, CONNECTIONS, octets);
                    var other = client("vertx", port, CONNECTIONS, octets);
                    var slow = client(WITHOUT_QUICK_ACKS, port, CONNECTIONS, octets)) {
                for (var round = 0; round <= rounds; round++) {
                    measure(own, name(NATIVE, octets), 60_000, round > 0);
                    measure(other, name("vertx", octets), 20_000, round > 0);
                    measure(slow, name(WITHOUT_QUICK_ACKS, octets), 6_000, round > 0);
                }
            }
        }
    }

    /** 40 ms for a round trip and 100 ms at the final dot. */
    private void distant(String client) throws Exception {
        try (var sink = ChildJvm.start(SinkServer.class, "20", "100")) {
            try (var load = client(client, sink.line(), MANY_CONNECTIONS, 2_000)) {
                measure(load, client, 20_000, false);
                measure(load, distantName(client), 40_000, true);
            }
        }
    }

    private static ChildJvm client(String client, String port, int connections, int octets) throws Exception {
        var child = ChildJvm.start(
                SessionLoad.class, client, port, Integer.toString(connections), Integer.toString(octets));
        child.line();
        return child;
    }

    private void measure(ChildJvm client, String figure, int count, boolean counts) throws Exception {
        var values = client.ask(Integer.toString(count)).split(" ", -1);
        if (counts) {
            report.add(figure, Double.parseDouble(values[0]));
            report.add(figure + " CPU", Double.parseDouble(values[1]));
            report.add(figure + " heap", Double.parseDouble(values[2]));
        }
    }

    private static String name(String client, int octets) {
        return "session " + client + " " + octets;
    }

    private static String distantName(String client) {
        return "distant session " + client;
    }

    void describe() {
        for (var octets : List.of(2_000, 30_000)) {
            row("Our client, " + octets / 1_000 + " KB, 20 connections", name(NATIVE, octets));
            row("vertx-mail-client, " + octets / 1_000 + " KB, 20 connections", name("vertx", octets));
            row("The same without quick ACKs, " + octets / 1_000 + " KB", name(WITHOUT_QUICK_ACKS, octets));
            report.ratio(
                    "Our client : vertx-mail-client, " + octets / 1_000 + " KB",
                    name(NATIVE, octets),
                    name("vertx", octets),
                    3);
        }
        row("Our client, 1,000 connections, 40 ms away, 100 ms at the dot", distantName(NATIVE));
        row("vertx-mail-client, likewise", distantName("vertx"));
        describeHeap(CLEAR, "An SMTP session in clear, heap", 20);
        describeHeap(ENCRYPTED, "An SMTP session with TLS, heap", 40);
    }

    private void describeHeap(String tls, String what, int atMost) {
        var few = report.median(held(tls) + CONNECTIONS);
        var some = report.median(held(tls) + SOME);
        var many = report.median(held(tls) + MANY_CONNECTIONS);
        var kilobytes = (many - few) * 1_000 / (MANY_CONNECTIONS - CONNECTIONS);
        report.row(
                what,
                String.format(
                        Locale.ROOT,
                        "%.1f KB (%.1f, %.1f and %.1f MB with %d, %d and %d)",
                        kilobytes,
                        few,
                        some,
                        many,
                        CONNECTIONS,
                        SOME,
                        MANY_CONNECTIONS),
                "≤ " + atMost + " KB",
                kilobytes <= atMost ? "yes" : "no");
    }

    private void row(String what, String figure) {
        report.row(
                what,
                String.format(
                        Locale.ROOT,
                        "%,.0f/s (%s), %.0f µs CPU each, %.0f MB heap",
                        report.median(figure),
                        report.spread(figure),
                        report.median(figure + " CPU"),
                        report.median(figure + " heap")),
                "",
                "");
    }
}
