package io.godwit.sending;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.TrackingTokenCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.db.DatabaseSettings;
import io.godwit.db.TestDatabase;
import io.godwit.delivery.DirectDelivery;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.events.EventAppender;
import io.godwit.kit.RsaKeys;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.pipeline.MailServerState;
import io.godwit.sending.pipeline.RefusalListener;
import io.godwit.sending.pipeline.SendDependencies;
import io.godwit.sending.pipeline.SendVerticle;
import io.godwit.sending.queue.SendSettings;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.Transport;
import io.godwit.smtp.client.RelayTransport;
import io.godwit.smtp.message.DkimKey;
import io.godwit.traces.Tracer;
import io.godwit.tracking.TrackingRewriter;
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
public final class PipelineNode implements AutoCloseable {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final DkimKey KEY = key();

    private static final Crypto CRYPTO =
            Crypto.of("s".repeat(32).getBytes(US_ASCII), "e".repeat(32).getBytes(US_ASCII));

    final Vertx vertx = Vertx.vertx();
    public final TestDatabase db = TestDatabase.fresh(vertx);
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final SmtpSink sink;
    public final Bus bus = Bus.on(vertx);
    private final List<Transport> transports = new ArrayList<>();
    private final Path directory = temporary();

    private final Optional<String> user;
    private final Optional<TcpProxy> wire;
    private final Database database;
    public final MailServerState state = new MailServerState();
    private volatile Future<Void> keysReady = Future.succeededFuture();

    public PipelineNode() {
        this(SinkOptions.plain(), false);
    }

    PipelineNode(SinkOptions options, boolean wired) {
        sink = SmtpSink.start(vertx, options);
        user = options.userToPassword().keySet().stream().findFirst();
        wire = wired ? Optional.of(TcpProxy.to(vertx, "127.0.0.1", db.port())) : Optional.empty();
        database = wire.map(this::through).orElseGet(db::database);
    }

    /** The mail server asks for a login, which the nodes know. */
    public static PipelineNode withLogin() {
        return new PipelineNode(SinkOptions.plain().login("godwit", "secret"), false);
    }

    /** The nodes reach PostgreSQL over a wire that can be cut; the test itself does not. */
    public static PipelineNode behindAWire() {
        return new PipelineNode(SinkOptions.plain(), true);
    }

    private Database through(TcpProxy proxy) {
        var url = db.url().replace(":" + db.port() + "/", ":" + proxy.port() + "/");
        return Database.open(vertx, new DatabaseSettings(Optional.of(url), directory, 4, 4))
                .await();
    }

    /** As the nodes reach it. */
    Database database() {
        return database;
    }

    /** The nodes' connections break, and new ones hear nothing. */
    public void cut() {
        wire.orElseThrow().stall();
        wire.orElseThrow().resetAll();
    }

    public void mend() {
        wire.orElseThrow().pass();
    }

    public boolean knowsOfTheOutage() {
        return !database.availability().isUp();
    }

    /** The next answer of PostgreSQL that says this is lost, and its connection breaks. */
    public void loseAnswer(String text) {
        wire.orElseThrow().loseReply(1, answer -> answer.toString(US_ASCII).contains(text));
    }

    /** The next answer of PostgreSQL that says this is on its way until {@link #mend}, with all behind it on its connection. */
    public void holdAnswer(String text) {
        wire.orElseThrow().holdReply(answer -> answer.toString(US_ASCII).contains(text));
    }

    /** The Message-ID of a mail from {@code example.test}. */
    public static String messageId(UUID project, UUID email) {
        return new MessageIdCodec(CRYPTO).write(new ProjectId(project), new EmailId(email), "example.test");
    }

    /** Makes requests for a key wait until it is there. */
    public Promise<Void> holdKeys() {
        var held = Promise.<Void>promise();
        keysReady = held.future();
        return held;
    }

    /** Answers requests for a key from now on. */
    public void giveKeys() {
        keysReady = Future.succeededFuture();
    }

    public Path journal() {
        return directory.resolve("journal");
    }

    /** Starts a node with twenty connections; answers its deployment. */
    public String start() {
        return start(PipelineSettings.hasty(journal()), 20);
    }

    public String start(SendSettings settings, int connections) {
        return start(settings, transport(connections));
    }

    String start(SendSettings settings, Transport transport) {
        return start(settings, transport, Optional.empty());
    }

    String start(SendSettings settings, Transport transport, Optional<DirectDelivery> direct) {
        var dependencies = new SendDependencies(
                database,
                bus,
                new EventAppender(),
                (project, domain) -> onOwnContext(keysReady)
                        .map(ready -> Optional.of(KEY).filter(ignored -> !domain.startsWith("lost."))),
                transport,
                direct,
                new LinkTokenCodec(CRYPTO),
                new MessageIdCodec(CRYPTO),
                new TrackingRewriter("http://localhost", new TrackingTokenCodec(CRYPTO)),
                RefusalListener.NONE,
                state,
                SimulatorDomain.NONE,
                Tracer.OFF);
        return vertx.deployVerticle(new SendVerticle(dependencies, settings, meters))
                .await();
    }

    /** Completes on the caller's context, whatever completes it. */
    private <T> Future<T> onOwnContext(Future<T> answer) {
        var context = vertx.getOrCreateContext();
        return answer.isComplete()
                ? answer
                : Future.future(
                        heard -> answer.onComplete(ended -> context.runOnContext(ignored -> heard.handle(ended))));
    }

    /** A new node with new connections. */
    public void restart() {
        restart(PipelineSettings.hasty(journal()));
    }

    /** The same with other settings. */
    public void restart(SendSettings settings) {
        closeNodes();
        start(settings, 20);
    }

    private void closeNodes() {
        vertx.deploymentIDs().forEach(this::stop);
        transports.forEach(transport -> transport.close().await());
        transports.clear();
    }

    public void stop(String deployment) {
        beginStop(deployment).await();
    }

    /** Begins to stop a node; the future completes when the node has stopped. */
    public Future<Void> beginStop(String deployment) {
        return vertx.undeploy(deployment);
    }

    Transport transport(int connections) {
        var settings = new RelaySettings(
                Optional.of(sink.host()),
                sink.port(),
                user,
                user.map(ignored -> "secret"),
                RelaySettings.Tls.NONE,
                connections,
                Duration.ofSeconds(60),
                false,
                false,
                0);
        var transport = RelayTransport.create(vertx, settings);
        transports.add(transport);
        return transport;
    }

    public UUID project() {
        var id = UUID.randomUUID();
        db.query("INSERT INTO projects (id, name) VALUES (?, 'Test')", id);
        return id;
    }

    /** One email to this address, due now; answers its id. */
    public UUID email(UUID project, String to) {
        return email(project, to, EmailSource.TRANSACTIONAL, "TRANSACTIONAL", "{\"kept\": {\"name\": \"Ada\"}}");
    }

    public UUID email(UUID project, String to, EmailSource source, String type, String variables) {
        return email(project, to, source, type, variables, content(project, "Hi {{name}}", "<p>Dear {{name}}</p>"));
    }

    public UUID email(UUID project, String to, EmailSource source, String type, String variables, UUID content) {
        var id = accepted(project, to, source, type, variables, content);
        queue(project, id, source);
        return id;
    }

    /** In the log, but not queued yet. */
    public UUID accepted(UUID project, String to) {
        var content = content(project, "Hi {{name}}", "<p>Dear {{name}}</p>");
        return accepted(project, to, EmailSource.TRANSACTIONAL, "TRANSACTIONAL", "{\"kept\": {}}", content);
    }

    public void queue(UUID project, UUID email, EmailSource source) {
        db.query("INSERT INTO outbox (project_id, email_id, lane) VALUES (?, ?, ?)", project, email, source.lane());
    }

    private UUID accepted(UUID project, String to, EmailSource source, String type, String variables, UUID content) {
        var id = Ids.next();
        var contact = contact(project, to);
        db.query("""
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, variables)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb)
                """, project, id, contact, content, source.name(), type, to, variables);
        return id;
    }

    public UUID contact(UUID project, String address) {
        db.query(
                "INSERT INTO contacts (project_id, id, email, subscribed) VALUES (?, ?, ?, true) ON CONFLICT DO NOTHING",
                project,
                UUID.randomUUID(),
                address);
        return (UUID) db.value("SELECT id FROM contacts WHERE project_id = ? AND email = ?", project, address);
    }

    public UUID content(UUID project, String subject, String body) {
        return content(project, subject, body, "hello@example.test");
    }

    public UUID content(UUID project, String subject, String body, String from) {
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

    public void attachment(UUID project, UUID content, int position, byte[] bytes) {
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
    public void emails(UUID project, EmailSource source, int count) {
        var content = content(project, "Hi {{name}}", "<p>Dear {{name}}</p>");
        db.query("""
                WITH person AS (
                    INSERT INTO contacts (project_id, id, email, subscribed)
                    SELECT ?, gen_random_uuid(), 'p' || n || '@example.org', true FROM generate_series(1, ?) n
                    ON CONFLICT (project_id, email) DO UPDATE SET subscribed = true
                    RETURNING project_id, id, email),
                mail AS (
                    INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, variables)
                    SELECT project_id, gen_random_uuid(), id, ?, ?, 'TRANSACTIONAL', email, '{"kept": {"name": "Ada"}}' FROM person
                    RETURNING project_id, id)
                INSERT INTO outbox (project_id, email_id, lane) SELECT project_id, id, ? FROM mail
                """, project, count, content, source.name(), source.lane());
    }

    /** Tells the nodes, as the acceptance half does after its commit. */
    public void queued(UUID project, EmailSource source) {
        bus.publish(SendingMessages.QUEUED, new SendingMessages.Queued(List.of(new Lane(project, source.lane()))));
    }

    public String status(UUID email) {
        return (String) db.value("SELECT status FROM emails WHERE id = ?", email);
    }

    public Map<String, Object> log(UUID email) {
        return db.query("SELECT * FROM emails WHERE id = ?", email).get(0);
    }

    public List<Map<String, Object>> attempts(UUID email) {
        return db.query("SELECT * FROM email_attempts WHERE email_id = ? ORDER BY fence", email);
    }

    public List<String> events(UUID email) {
        return db.query("SELECT name FROM events WHERE email_id = ? ORDER BY id", email).stream()
                .map(row -> (String) row.get("name"))
                .toList();
    }

    public Map<String, Object> outbox(UUID email) {
        return db.query("SELECT * FROM outbox WHERE email_id = ?", email).get(0);
    }

    /** Looks at once, because tests wait for many emails one after the other. */
    public void awaitStatus(UUID email, String status) {
        await().atMost(TIMEOUT).pollDelay(Duration.ZERO).until(() -> status(email), status::equals);
    }

    public void awaitEmpty() {
        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM outbox") == 0);
    }

    /** The metric's sum over all its tags. */
    public double metric(String name) {
        return meters.find(name).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    /** Ends the pauses before the next attempts, for tests that are not about the retry schedule; claimed rows keep their lease. */
    public void endPauses() {
        db.query("""
                UPDATE outbox SET due_at = now()
                 WHERE due_at > now() AND refusal IS NULL AND NOT attempt_started
                   AND (lease_until IS NULL OR lease_until < now())
                """);
    }

    /** The mail server goes first, so that no node waits for the end of what still hangs there. */
    @Override
    public void close() {
        try {
            sink.close();
        } finally {
            closeNodes();
        }
        wire.ifPresent(ignored -> database.close().await());
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
