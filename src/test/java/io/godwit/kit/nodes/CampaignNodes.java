package io.godwit.kit.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Jars that send campaigns from one database to one mail server, and can be stopped at a point and killed there. */
public final class CampaignNodes implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** A node's default; so many mails can be in doubt when it dies. */
    private static final int CONNECTIONS = 20;

    /** Each hundredth wants no mail. */
    public static final String CONTACTS = """
            INSERT INTO contacts (project_id, id, email, subscribed, data)
            SELECT ?::uuid, uuid_v7(), 'reader' || n || '@example.com', n % 100 <> 0, jsonb_build_object('number', n)
              FROM generate_series(1, ?) AS n
            """;

    public static final String COUNT = """
            INSERT INTO contact_deltas VALUES (?::uuid, gen_random_uuid(), jsonb_build_object('email', ?, 'subscribed', ?))
            """;

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final SmtpSink sink = SmtpSink.start(vertx);
    private final Path pauses = temporary();

    /** One more node; the caller closes it. */
    public JarServer start() {
        return JarServer.start(NodeSettings.all(
                NodeSettings.on(db.url(), sink),
                Map.of(
                        "GODWIT_CAMPAIGNS_PAGE", "500",
                        "GODWIT_CAMPAIGNS_LEASE", "2s",
                        "GODWIT_SENDING_LEASE", "2s",
                        "GODWIT_SENDING_RESCUE", "4s",
                        "JAVA_TOOL_OPTIONS", GodwitJar.shortLived() + " -Dgodwit.failpoints=" + pauses)));
    }

    public TestDatabase db() {
        return db;
    }

    SmtpSink sink() {
        return sink;
    }

    /** Begins to send to that many contacts, in the place of those there were; answers the campaign's id. */
    public String send(JarServer node, int contacts) {
        return send(node, contacts, JsonObject::new);
    }

    /** The same some time later; nobody is at it before. */
    public String schedule(JarServer node, int contacts, Duration later) {
        return send(node, contacts, () -> new JsonObject()
                .put("scheduledFor", Instant.now().plus(later).toString()));
    }

    private String send(JarServer node, int contacts, Supplier<JsonObject> when) {
        for (var table : List.of("campaigns", "contents", "contacts", "emails")) {
            db.query("DELETE FROM " + table);
        }
        sink.forget();
        var project = node.demo().getString("projectId");
        db.query(CONTACTS, project, contacts);
        db.query(COUNT, project, contacts, contacts);
        var id = post(node, "/campaigns", words(node)).getString("id");
        post(node, "/campaigns/" + id + "/send", when.get());
        return id;
    }

    public static JsonObject words(JarServer node) {
        return new JsonObject()
                .put("name", "July")
                .put("subject", "News for {{number}}")
                .put("body", "<p>Hello {{number}}</p>")
                .put("from", "news@" + node.demo().getString("domain"))
                .put("audienceType", "ALL");
    }

    public static JsonObject post(JarServer node, String path, JsonObject body) {
        var answer = node.api().post(path, node.demo().getString("secretKey"), body);
        assertThat(answer.isOk()).as(answer.text()).isTrue();
        return answer.body();
    }

    public static JsonObject get(JarServer node, String path) {
        return node.api().get(path, node.demo().getString("secretKey")).body();
    }

    /** Stops the pass over the audience at the point and kills the node there, then starts it again where it was. */
    public void dieAt(JarServer node, String point) {
        try {
            Files.writeString(pauses.resolve(point), "");
            await().atMost(TIMEOUT).until(() -> Files.exists(pauses.resolve(point + "-reached")));
            node.kill9();
            Files.delete(pauses.resolve(point));
            Files.delete(pauses.resolve(point + "-reached"));
            node.restart();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Kills the node when the mail server has that many mails, and starts it again. */
    public void dieAfter(JarServer node, long emails) {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(TIMEOUT.multipliedBy(3))
                .until(() -> sink.messages().size() >= emails);
        node.kill9();
        node.restart();
    }

    public static String status(JarServer node, String id) {
        return get(node, "/campaigns/" + id).getString("status");
    }

    public void awaitSent(JarServer node, String id, Duration timeout) {
        await().atMost(timeout).until(() -> status(node, id), "SENT"::equals);
    }

    /** Caller, rows and mail server tell the same story of that many contacts, of whom each hundredth wanted no mail. */
    public void assertBalanced(JarServer node, String id, int contacts, int deaths) {
        var unsubscribed = contacts / 100;
        var stats = get(node, "/campaigns/" + id + "/stats").getJsonObject("books");
        assertThat(stats.getLong("audience")).isEqualTo(contacts);
        assertThat(stats.getLong("sent")).as(stats.encode()).isEqualTo(contacts - unsubscribed);
        assertThat(stats.getJsonObject("skipped").getLong("unsubscribed")).isEqualTo(unsubscribed);
        assertThat(db.count("SELECT count(DISTINCT contact_id) FROM emails WHERE campaign_id = ?::uuid", id))
                .isEqualTo(contacts);
        assertThat(db.count("SELECT count(*) FROM emails WHERE campaign_id = ?::uuid", id))
                .isEqualTo(contacts);
        assertThat(db.count("SELECT count(*) FROM outbox")).isZero();
        var copies = ReceivedCopies.at(sink, "reader");
        assertThat(copies.recipients()).hasSize(contacts - unsubscribed);
        assertThat(copies.most()).isLessThanOrEqualTo(1 + deaths);
        assertThat(copies.repeated()).hasSizeLessThanOrEqualTo(deaths * CONNECTIONS);
        assertThat(copies.unlike()).isEmpty();
    }

    @Override
    public void close() {
        db.close();
        sink.close();
        vertx.fileSystem().deleteRecursive(pauses.toString()).await();
        vertx.close().await();
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("godwit-pauses-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
