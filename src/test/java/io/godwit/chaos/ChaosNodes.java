package io.godwit.chaos;

import io.godwit.db.ReplicatedPostgres;
import io.godwit.kit.ApiClient;
import io.godwit.kit.DatabaseRows;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.SystemTool;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.StripeDouble;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Three clustered jars on one mail server, one server for webhooks, one Stripe and one PostgreSQL with a standby; each node reaches
 * PostgreSQL over a wire of its own. Leases are short, so that what a fault left behind is found within seconds. Both projects are
 * customers of Stripe.
 */
final class ChaosNodes implements AutoCloseable {

    static final int NODES = 3;

    /** Emails one node has under way at most: so many can be in doubt when it dies. */
    static final int CONNECTIONS = 20;

    static final int PROJECTS = 2;

    /** Calls of webhooks that one node has under way at most: a call is one of them until its result is stored. */
    static final int CALLS = 4 * PROJECTS;

    private final Vertx vertx = Vertx.vertx();
    private final ReplicatedPostgres postgres = ReplicatedPostgres.start();
    private final SmtpSink sink = SmtpSink.start(vertx);
    private final CallReceiver receiver = CallReceiver.start(vertx);
    private final StripeDouble stripe = StripeDouble.start(vertx);
    private final List<TcpProxy> wires = Stream.generate(() -> TcpProxy.to(vertx, "127.0.0.1", postgres.port()))
            .limit(NODES)
            .toList();
    private final List<JarServer> nodes = new ArrayList<>();
    private final List<Pause> pauses = new ArrayList<>();
    private final Map<Integer, Instant> pausedSince = new HashMap<>();

    /** A time in which every thread of a node stood still. */
    record Pause(int node, Instant from, Instant to) {}

    private ChaosNodes() {
        var ports = Stream.generate(FreePorts::free).limit(NODES).toList();
        for (var node = 0; node < NODES; node++) {
            nodes.add(JarServer.start(settings(ports, node)));
        }
        for (var project = 0; project < PROJECTS; project++) {
            rows().query(
                            "INSERT INTO billing_accounts (project_id, customer, subscription) VALUES (?::uuid, ?, ?)",
                            project(project).getString("projectId"),
                            customer(project),
                            "sub_" + project);
        }
    }

    static ChaosNodes start() {
        return new ChaosNodes();
    }

    private Map<String, String> settings(List<Integer> ports, int node) {
        return NodeSettings.all(
                NodeSettings.on(postgres.url(wires.get(node).port()), sink),
                NodeSettings.clustered(ports, node),
                stripe.settings(),
                Map.of(
                        "GODWIT_DEMO_PROJECTS", Integer.toString(PROJECTS),
                        "GODWIT_MAIL_CONNECTIONS", Integer.toString(CONNECTIONS),
                        "GODWIT_SENDING_LEASE", "3s",
                        "GODWIT_SENDING_RESCUE", "6s",
                        "GODWIT_SENDING_PACE", "100",
                        "GODWIT_WORKFLOWS_LEASE", "3s",
                        "GODWIT_CAMPAIGNS_LEASE", "3s",
                        "GODWIT_JOBS_LEASE", "3s",
                        "JAVA_TOOL_OPTIONS", GodwitJar.shortLived()),
                webhooks());
    }

    private static Map<String, String> webhooks() {
        return Map.of(
                "GODWIT_WEBHOOKS_ALLOW", "127.0.0.0/8",
                "GODWIT_WEBHOOKS_PER_SERVER", Integer.toString(CALLS / PROJECTS),
                "GODWIT_WEBHOOKS_TIMEOUT", "5s",
                "GODWIT_WEBHOOKS_PACE", "20");
    }

    /** The nodes in turn. */
    JarServer node(int number) {
        return nodes.get(Math.floorMod(number, NODES));
    }

    ApiClient api(int number) {
        return node(number).api();
    }

    SmtpSink sink() {
        return sink;
    }

    CallReceiver receiver() {
        return receiver;
    }

    StripeDouble stripe() {
        return stripe;
    }

    TcpProxy wire(int node) {
        return wires.get(node);
    }

    DatabaseRows rows() {
        return postgres.rows();
    }

    ReplicatedPostgres postgres() {
        return postgres;
    }

    /** The demo project with that number: key, domain, id. */
    JsonObject project(int number) {
        var demo = node(0).demo();
        return number == 0 ? demo : demo.getJsonArray("projects").getJsonObject(number);
    }

    /** The secret key of the demo project with that number. */
    String key(int project) {
        return project(project).getString("secretKey");
    }

    /** The project as Stripe knows it. */
    static String customer(int project) {
        return "cus_" + project;
    }

    /** Returns whether each node has stored all opens and clicks that it had answered a moment ago, as its metrics say. */
    boolean haveNoHitsInMemory() {
        return nodes.stream()
                .map(node -> node.api().get("/metrics", "").text())
                .allMatch(metrics -> metrics.contains("\ngodwit_tracking_waiting 0.0\n"));
    }

    /** The standby takes the place of the primary, which is killed; every wire leads to it then. */
    void failOver() {
        postgres.failOver(port -> wires.forEach(wire -> {
            wire.redirect(port);
            wire.resetAll();
        }));
    }

    /** Stops every thread of a node at once, as a machine that hangs does, until {@link #resume}. */
    void pause(int node) {
        pausedSince.put(node, Instant.now());
        SystemTool.run("kill", "-STOP", Long.toString(node(node).pid()));
    }

    void resume(int node) {
        SystemTool.run("kill", "-CONT", Long.toString(node(node).pid()));
        pauses.add(new Pause(node, pausedSince.remove(node), Instant.now()));
    }

    /** The pauses of a node that have ended. */
    List<Pause> pauses(int node) {
        return pauses.stream().filter(pause -> pause.node() == node).toList();
    }

    @Override
    public void close() {
        nodes.forEach(JarServer::close);
        wires.forEach(TcpProxy::close);
        sink.close();
        receiver.close();
        stripe.close();
        postgres.close();
        vertx.close().await();
    }
}
