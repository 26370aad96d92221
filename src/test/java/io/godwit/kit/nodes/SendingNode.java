package io.godwit.kit.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A jar that can be stopped at chosen points and killed there; its rows and its mail server outlive it. */
public final class SendingNode implements AutoCloseable {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final SmtpSink sink = SmtpSink.start(vertx);
    private final Path pauses = temporary();
    private final Optional<DnsStub> dns;
    private final Optional<SmtpSink> backup;
    private final JarServer server;

    private SendingNode(Optional<DnsStub> dns, boolean hasBackup) {
        this.dns = dns;
        this.backup = hasBackup ? Optional.of(SmtpSink.start(vertx)) : Optional.empty();
        this.server = JarServer.start(settings());
    }

    public static SendingNode start() {
        return new SendingNode(Optional.empty(), false);
    }

    /** A node with a second relay, whose retries come twenty times as fast. */
    public static SendingNode startWithBackup() {
        return new SendingNode(Optional.empty(), true);
    }

    /** A node without a relay; the mail server is the mail host of {@code example.com}. */
    public static SendingNode startDirect() throws Exception {
        return new SendingNode(
                Optional.of(
                        DnsStub.start().mx("example.com", 10, "mx.example.com").address("mx.example.com", "127.0.0.1")),
                false);
    }

    public JarServer server() {
        return server;
    }

    public SmtpSink sink() {
        return sink;
    }

    /** The relay after the first. */
    public SmtpSink backup() {
        return backup.orElseThrow();
    }

    public TestDatabase db() {
        return db;
    }

    /** Answers the email's id. */
    public String accept(String to, String body) {
        var mail = new JsonObject()
                .put("to", to)
                .put("from", "shop@" + server.demo().getString("domain"))
                .put("subject", "Hello")
                .put("body", body);
        var answer = server.api().post("/v1/send", key(), mail);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.body().getJsonArray("emails").getJsonObject(0).getString("email");
    }

    public void accept(Collection<String> recipients) {
        recipients.forEach(to -> accept(to, "<p>Hello</p>"));
    }

    /** One call for all of them, who are at most 1,000. */
    public void acceptAtOnce(List<String> recipients) {
        var mail = new JsonObject()
                .put("to", new JsonArray(recipients))
                .put("from", "shop@" + server.demo().getString("domain"))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        var answer = server.api().post("/v1/send", key(), mail);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    /** The answer of {@code GET /emails/:id}. */
    public JsonObject email(String id) {
        return server.api().get("/emails/" + id, key()).body();
    }

    private String key() {
        return server.demo().getString("secretKey");
    }

    /** Emails stop at the point while the work is done and until {@code emails} of them stand there; later ones do not. */
    public void pauseAt(String point, Runnable work, int emails) {
        var reached = pauses.resolve(point + "-reached");
        try {
            Files.deleteIfExists(reached);
            Files.createFile(pauses.resolve(point));
            work.run();
            await().atMost(TIMEOUT)
                    .until(() ->
                            Files.exists(reached) && Files.readAllLines(reached).size() == emails);
            Files.delete(pauses.resolve(point));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Kills the node, lets those go on whom the mail server held, and starts it again where it was. */
    public void dieAndComeBack(List<SinkGate> gates) {
        server.kill9();
        gates.forEach(SinkGate::open);
        server.restart();
    }

    public void awaitSent(Collection<String> recipients) {
        await().atMost(TIMEOUT).until(() -> withStatus("SENT").containsAll(recipients));
        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM outbox") == 0);
    }

    public Set<String> withStatus(String status) {
        return addresses("SELECT to_email FROM emails WHERE status = ?", status);
    }

    /** Those of whom nobody knew, when their node had died, whether they had gone out; of the addresses that begin so. */
    public Set<String> everInDoubt(String prefix) {
        return withAttempt("IN_DOUBT", prefix);
    }

    /** Those with an attempt of this outcome, of the addresses that begin so. */
    public Set<String> withAttempt(String outcome, String prefix) {
        return addresses("""
                SELECT DISTINCT to_email
                  FROM emails
                  JOIN email_attempts ON email_attempts.project_id = emails.project_id AND email_id = id
                 WHERE outcome = ? AND starts_with(to_email, ?)
                """, outcome, prefix);
    }

    private Set<String> addresses(String sql, Object... parameters) {
        return db.query(sql, parameters).stream()
                .map(row -> (String) row.get("to_email"))
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        server.close();
        sink.close();
        backup.ifPresent(SmtpSink::close);
        dns.ifPresent(DnsStub::close);
        db.close();
        vertx.fileSystem().deleteRecursive(pauses.toString()).await();
        vertx.close().await();
    }

    private Map<String, String> settings() {
        return NodeSettings.all(
                NodeSettings.on(db.url(), sink),
                dns.map(names -> Map.of(
                                "GODWIT_MAIL_MODE", "direct",
                                "GODWIT_MAIL_DIRECT_PORT", String.valueOf(sink.port()),
                                "GODWIT_MAIL_DIRECT_ALLOW", "127.0.0.0/8",
                                "GODWIT_MAIL_DIRECT_LEASE", "3s",
                                "GODWIT_DNS_SERVERS", names.address()))
                        .orElseGet(Map::of),
                backup.map(relay -> Map.of(
                                "GODWIT_MAIL_RELAYS",
                                "backup=smtp://" + relay.host() + ":" + relay.port(),
                                "GODWIT_SENDING_PACE",
                                "20"))
                        .orElseGet(Map::of),
                Map.of(
                        "GODWIT_SENDING_LEASE", "2s",
                        "GODWIT_SENDING_RESCUE", "4s",
                        "JAVA_TOOL_OPTIONS", GodwitJar.shortLived() + " -Dgodwit.failpoints=" + pauses));
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("godwit-pauses-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
