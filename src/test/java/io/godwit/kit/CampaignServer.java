package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A node that hands its mail to a sink, and a project whose campaigns are tried out. */
public final class CampaignServer implements AutoCloseable {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final SmtpSink sink = SmtpSink.start(vertx);
    private final TestServer server;

    private CampaignServer(Map<String, String> more) {
        var settings = new HashMap<>(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED", "false",
                "GODWIT_MAIL_HOST", sink.host(),
                "GODWIT_MAIL_PORT", Integer.toString(sink.port()),
                "GODWIT_MAIL_TLS", "none",
                "GODWIT_SENDING_PACE", "100",
                "GODWIT_CAMPAIGNS_PAGE", "50"));
        settings.putAll(more);
        server = TestServer.start(settings);
    }

    public static CampaignServer start() {
        return new CampaignServer(Map.of());
    }

    public static CampaignServer start(Map<String, String> more) {
        return new CampaignServer(more);
    }

    public TestServer node() {
        return server;
    }

    public SmtpSink sink() {
        return sink;
    }

    public String key() {
        return server.secretKey(0);
    }

    /**
     * Nothing is left of earlier tests. Deltas go before counts: a fold under way holds the first and adds to the second. Emails
     * go before the outbox: a notice to an owner may be written meanwhile, and its row in the outbox would wait for ever for an
     * email that was deleted behind it.
     */
    public void clear() {
        await().atMost(TIMEOUT)
                .until(() -> count("SELECT count(*) FROM outbox WHERE attempt_started OR lease_until > now()") == 0);
        for (var table : List.of(
                "campaigns",
                "campaign_audience",
                "emails",
                "outbox",
                "contacts",
                "segments",
                "segment_members",
                "suppressions",
                "events",
                "email_attempts",
                "contact_deltas",
                "contact_counts")) {
            server.database().query("DELETE FROM " + table);
        }
        sink.polite();
        sink.forget();
    }

    public long count(String sql, Object... parameters) {
        return server.database().count(sql, parameters);
    }

    /** Changes rows behind the server's back. */
    public void database(String sql) {
        server.database().query(sql);
    }

    /** Subscribed contacts {@code <name><number>@example.com} with their number as data. */
    public void contacts(String name, int count) {
        server.database().query("""
                        INSERT INTO contacts (project_id, id, email, subscribed, data)
                        SELECT ?::uuid, uuid_v7(), ? || n || '@example.com', true, jsonb_build_object('number', n, 'plan', 'pro')
                          FROM generate_series(1, ?) AS n
                        """, server.projectId(0), name, count);
        server.database().query("""
                        INSERT INTO contact_deltas (project_id, id, deltas)
                        VALUES (?::uuid, gen_random_uuid(), jsonb_build_object('email', ?, 'subscribed', ?))
                        """, server.projectId(0), count, count);
    }

    public static List<String> addresses(String name, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> name + number + "@example.com")
                .toList();
    }

    /** A campaign for everybody. */
    public JsonObject words() {
        return new JsonObject()
                .put("name", "July")
                .put("subject", "News for {{number}}")
                .put("body", "<p>Hello {{number}}</p>")
                .put("from", "news@" + server.domain(0))
                .put("audienceType", "ALL");
    }

    /** Answers the new campaign's id. */
    public String create(JsonObject words) {
        var answer = call("POST", "/campaigns", words);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return new JsonObject(answer.body()).getString("id");
    }

    public HttpResponse<String> call(String method, String path, JsonObject body) {
        return server.call(method, path, key(), body.encode());
    }

    public HttpResponse<String> move(String id, String word) {
        return server.call("POST", "/campaigns/" + id + "/" + word, key(), "");
    }

    public JsonObject moved(String id, String word) {
        var answer = move(id, word);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    public JsonObject get(String path) {
        var answer = server.get(path, key());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    public JsonObject campaign(String id) {
        return get("/campaigns/" + id);
    }

    public String status(String id) {
        return campaign(id).getString("status");
    }

    public void awaitStatus(String id, String status) {
        await().atMost(TIMEOUT).until(() -> status(id), status::equals);
    }

    /** The counts of a campaign, after a check that they add up. */
    public JsonObject stats(String id) {
        var stats = get("/campaigns/" + id + "/stats").getJsonObject("books");
        assertThat(sum(stats)).as(stats.encode()).isEqualTo(stats.getLong("audience"));
        return stats;
    }

    private static long sum(JsonObject stats) {
        var skipped = stats.getJsonObject("skipped");
        var failed = stats.getJsonObject("failed");
        return stats.getLong("pending")
                + stats.getLong("sent")
                + stats.getLong("cancelled")
                + skipped.stream()
                        .mapToLong(entry -> ((Number) entry.getValue()).longValue())
                        .sum()
                + failed.stream()
                        .mapToLong(entry -> ((Number) entry.getValue()).longValue())
                        .sum();
    }

    public List<String> received() {
        return sink.messages().stream()
                .map(io.godwit.kit.smtp.SinkMessage::recipient)
                .toList();
    }

    @Override
    public void close() {
        server.close();
        sink.close();
        vertx.close().await();
    }
}
