package io.godwit.sending;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.EmailId;
import io.godwit.core.Ids;
import io.godwit.core.LinkTokens;
import io.godwit.core.MessageIds;
import io.godwit.core.ProjectId;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.db.DatabaseSettings;
import io.godwit.db.TestDatabase;
import io.godwit.events.Events;
import io.godwit.kit.RsaKeys;
import io.godwit.kit.SinkOptions;
import io.godwit.kit.SmtpSink;
import io.godwit.kit.TcpProxy;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.smtp.DkimKey;
import io.godwit.smtp.MailClientTransport;
import io.godwit.smtp.MailSettings;
import io.godwit.smtp.Transport;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The send pipeline on a real PostgreSQL and a scripted mail server, with rows written as the acceptance half writes them. */
final class Mailroom implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final DkimKey KEY = key();

    private static final Vault VAULT =
            Vault.of("s".repeat(32).getBytes(US_ASCII), "e".repeat(32).getBytes(US_ASCII));

    final Vertx vertx = Vertx.vertx();
    final TestDatabase db = TestDatabase.fresh(vertx);
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final SmtpSink sink;
    private final Bus bus = Bus.on(vertx);
    private final List<Transport> transports = new ArrayList<>();
    private final Path directory = temporary();

    private final Optional<String> user;
    private final Optional<TcpProxy> wire;
    private final Database database;
    final MailServerState state = new MailServerState();
    private volatile Future<Void> keysReady = Future.succeededFuture();

    Mailroom() {
        this(SinkOptions.plain(), false);
    }

    Mailroom(SinkOptions options, boolean wired) {
        sink = SmtpSink.start(vertx, options);
        user = options.userToPassword().keySet().stream().findFirst();
        wire = wired ? Optional.of(TcpProxy.to(vertx, "127.0.0.1", db.port())) : Optional.empty();
        database = wire.map(this::through).orElseGet(db::database);
    }

    /** The mail server asks for a login, which the nodes know. */
    static Mailroom withLogin() {
        return new Mailroom(SinkOptions.plain().login("godwit", "secret"), false);
    }

    /** The nodes reach PostgreSQL over a wire that can be cut; the test itself does not. */
    static Mailroom behindAWire() {
        return new Mailroom(SinkOptions.plain(), true);
    }

    private Database through(TcpProxy proxy) {
        var url = db.url().replace(":" + db.port() + "/", ":" + proxy.port() + "/");
        return Database.open(vertx, new DatabaseSettings(Optional.of(url), directory, 4, 4))
                .await();
    }

    /** The nodes' connections break, and new ones hear nothing. */
    void cut() {
        wire.orElseThrow().stall();
        wire.orElseThrow().resetAll();
    }

    void mend() {
        wire.orElseThrow().pass();
    }

    boolean knowsOfTheOutage() {
        return !database.availability().isUp();
    }

    /** The next answer of PostgreSQL that says this is lost, and its connection breaks. */
    void loseAnswer(String text) {
        wire.orElseThrow().loseReply(1, answer -> answer.toString(US_ASCII).contains(text));
    }

    /** The Message-ID of a mail from {@code example.test}. */
    static String messageId(UUID project, UUID email) {
        return new MessageIds(VAULT).write(new ProjectId(project), new EmailId(email), "example.test");
    }

    /** Whoever asks for a key waits until it is there. */
    Promise<Void> holdKeys() {
        var held = Promise.<Void>promise();
        keysReady = held.future();
        return held;
    }

    /** Whoever asks from now on gets one. */
    void giveKeys() {
        keysReady = Future.succeededFuture();
    }

    /** As in life for whom a mail may be on the wire; else in haste. */
    SendSettings rescuingLate() {
        return hasty(journal(), Duration.ofMinutes(5));
    }

    /** A hundred times faster than in life: the ladder begins at 100 ms, the poll is 20 ms. */
    static SendSettings hasty(Path journal) {
        return hasty(journal, Duration.ofSeconds(3));
    }

    private static SendSettings hasty(Path journal, Duration rescue) {
        return new SendSettings(
                "http://localhost",
                journal,
                0,
                Duration.ofDays(2),
                100,
                Duration.ofSeconds(2),
                rescue,
                Duration.ofSeconds(5),
                true,
                false,
                refusals(),
                new SoftBounceLimit(2, Duration.ofDays(30)),
                new ConcurrencySettings(90, 95));
    }

    /** A hundred times faster than in life, but that a refusal waits a second for others like it. */
    static RefusalSettings refusals() {
        return new RefusalSettings(
                10,
                5,
                3,
                Duration.ofMinutes(1),
                Duration.ofSeconds(100),
                Duration.ofSeconds(30),
                Duration.ofMinutes(1));
    }

    Path journal() {
        return directory.resolve("journal");
    }

    /** Starts a node with twenty connections; answers its deployment. */
    String start() {
        return start(hasty(journal()), 20);
    }

    String start(SendSettings settings, int connections) {
        return start(settings, transport(connections));
    }

    String start(SendSettings settings, Transport transport) {
        var ports = new SendPorts(
                database,
                bus,
                new Events(),
                (project, domain) -> onOwnContext(keysReady)
                        .map(ready -> Optional.of(KEY).filter(key -> !domain.startsWith("lost."))),
                transport,
                new LinkTokens(VAULT),
                new MessageIds(VAULT),
                Trail.NONE,
                RefusalNotices.NONE,
                state);
        return vertx.deployVerticle(new SendVerticle(ports, settings, meters)).await();
    }

    /** Whoever completes it, the caller hears of it on the context it is on. */
    private <T> Future<T> onOwnContext(Future<T> answer) {
        var context = vertx.getOrCreateContext();
        return answer.isComplete()
                ? answer
                : Future.future(heard -> answer.onComplete(ended -> context.runOnContext(now -> heard.handle(ended))));
    }

    /** A new node with new connections. */
    void restart() {
        closeNodes();
        start();
    }

    private void closeNodes() {
        vertx.deploymentIDs().forEach(this::stop);
        transports.forEach(transport -> transport.close().await());
        transports.clear();
    }

    void stop(String deployment) {
        vertx.undeploy(deployment).await();
    }

    Transport transport(int connections) {
        var settings = new MailSettings(
                Optional.of(sink.host()),
                sink.port(),
                user,
                user.map(name -> "secret"),
                MailSettings.Tls.NONE,
                connections,
                Duration.ofSeconds(60),
                false,
                false,
                0);
        var transport = new MailClientTransport(vertx, settings);
        transports.add(transport);
        return transport;
    }

    UUID project() {
        var id = UUID.randomUUID();
        db.query("INSERT INTO projects (id, name) VALUES (?, 'Test')", id);
        return id;
    }

    /** One email to this address, due now; answers its id. */
    UUID email(UUID project, String to) {
        return email(project, to, Source.TRANSACTIONAL, "TRANSACTIONAL", "{\"kept\": {\"name\": \"Ada\"}}");
    }

    UUID email(UUID project, String to, Source source, String type, String variables) {
        return email(project, to, source, type, variables, content(project, "Hi {{name}}", "<p>Dear {{name}}</p>"));
    }

    UUID email(UUID project, String to, Source source, String type, String variables, UUID content) {
        var id = accepted(project, to, source, type, variables, content);
        queue(project, id, source);
        return id;
    }

    /** In the log, but not queued yet. */
    UUID accepted(UUID project, String to) {
        var content = content(project, "Hi {{name}}", "<p>Dear {{name}}</p>");
        return accepted(project, to, Source.TRANSACTIONAL, "TRANSACTIONAL", "{\"kept\": {}}", content);
    }

    void queue(UUID project, UUID email, Source source) {
        db.query("INSERT INTO outbox (project_id, email_id, lane) VALUES (?, ?, ?)", project, email, source.lane());
    }

    private UUID accepted(UUID project, String to, Source source, String type, String variables, UUID content) {
        var id = Ids.next();
        var contact = contact(project, to);
        db.query("""
                INSERT INTO emails (project_id, id, contact_id, content_id, source, class, to_email, variables)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb)
                """, project, id, contact, content, source.name(), type, to, variables);
        return id;
    }

    UUID contact(UUID project, String address) {
        db.query(
                "INSERT INTO contacts (project_id, id, email, subscribed) VALUES (?, ?, ?, true) ON CONFLICT DO NOTHING",
                project,
                UUID.randomUUID(),
                address);
        return (UUID) db.value("SELECT id FROM contacts WHERE project_id = ? AND email = ?", project, address);
    }

    UUID content(UUID project, String subject, String body) {
        return content(project, subject, body, "hello@example.test");
    }

    UUID content(UUID project, String subject, String body, String from) {
        var id = UUID.randomUUID();
        db.query(
                "INSERT INTO contents (project_id, id, subject, body, from_email) VALUES (?, ?, ?, ?, ?)",
                project,
                id,
                subject,
                body,
                from);
        return id;
    }

    void attachment(UUID project, UUID content, int position, byte[] bytes) {
        db.query(
                "INSERT INTO attachments (project_id, content_id, position, filename, content_type, disposition, bytes) "
                        + "VALUES (?, ?, ?, ?, 'application/octet-stream', 'attachment', ?)",
                project,
                content,
                position,
                "file" + position + ".bin",
                bytes);
    }

    /** Many emails of one content, each to an address of its own. */
    void emails(UUID project, Source source, int count) {
        var content = content(project, "Hi {{name}}", "<p>Dear {{name}}</p>");
        db.query("""
                WITH person AS (
                    INSERT INTO contacts (project_id, id, email, subscribed)
                    SELECT ?, gen_random_uuid(), 'p' || n || '@example.org', true FROM generate_series(1, ?) n
                    ON CONFLICT (project_id, email) DO UPDATE SET subscribed = true
                    RETURNING project_id, id, email),
                mail AS (
                    INSERT INTO emails (project_id, id, contact_id, content_id, source, class, to_email, variables)
                    SELECT project_id, gen_random_uuid(), id, ?, ?, 'TRANSACTIONAL', email, '{"kept": {"name": "Ada"}}' FROM person
                    RETURNING project_id, id)
                INSERT INTO outbox (project_id, email_id, lane) SELECT project_id, id, ? FROM mail
                """, project, count, content, source.name(), source.lane());
    }

    /** Tells the nodes, as the acceptance half does after its commit. */
    void queued(UUID project, Source source) {
        bus.publish(SendingMessages.QUEUED, new SendingMessages.Queued(List.of(new Lane(project, source.lane()))));
    }

    String status(UUID email) {
        return (String) db.value("SELECT status FROM emails WHERE id = ?", email);
    }

    Map<String, Object> log(UUID email) {
        return db.query("SELECT * FROM emails WHERE id = ?", email).get(0);
    }

    List<Map<String, Object>> attempts(UUID email) {
        return db.query("SELECT * FROM email_attempts WHERE email_id = ? ORDER BY fence", email);
    }

    List<String> events(UUID email) {
        return db.query("SELECT name FROM events WHERE email_id = ? ORDER BY id", email).stream()
                .map(row -> (String) row.get("name"))
                .toList();
    }

    Map<String, Object> outbox(UUID email) {
        return db.query("SELECT * FROM outbox WHERE email_id = ?", email).get(0);
    }

    void awaitStatus(UUID email, String status) {
        await().atMost(PATIENCE).until(() -> status(email), status::equals);
    }

    void awaitEmpty() {
        await().atMost(PATIENCE).until(() -> db.count("SELECT count(*) FROM outbox") == 0);
    }

    /** The metric's sum over all its tags. */
    double metric(String name) {
        return meters.find(name).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Override
    public void close() {
        closeNodes();
        sink.close();
        wire.ifPresent(proxy -> database.close().await());
        wire.ifPresent(TcpProxy::close);
        db.close();
        vertx.fileSystem().deleteRecursive(directory.toString()).await();
        vertx.close().await();
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("godwit-mailroom-");
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static DkimKey key() {
        return new DkimKey("example.test", "test", RsaKeys.fresh().getPrivate());
    }
}
