package io.godwit.ingest;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.ContactBatchWriter;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.TestCrypto;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.db.DatabaseSettings;
import io.godwit.db.TestDatabase;
import io.godwit.events.EventAppender;
import io.godwit.events.EventHook;
import io.godwit.ingest.TrackCall.TrackResponse;
import io.godwit.sending.Outbox;
import io.godwit.traces.Tracer;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.godwit.web.JsonBody;
import io.godwit.web.idempotency.IdempotencyService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Ingestion on a database of its own, without HTTP in front. */
final class TestIngest implements AutoCloseable {

    final Vertx vertx = Vertx.vertx();
    final Bus bus = Bus.on(vertx);
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final TestDatabase db;
    final Database database;
    private final Runnable closing;
    IngestGateway ingest;

    private TestIngest(TestDatabase db, Database database, Runnable closing) {
        this.db = db;
        this.database = database;
        this.closing = closing;
    }

    static TestIngest start() {
        return start(IngestSettings.of(1));
    }

    static TestIngest start(IngestSettings settings) {
        return start(settings, ignored -> true);
    }

    static TestIngest start(IngestSettings settings, Predicate<String> newContacts) {
        var vertx = Vertx.vertx();
        var db = TestDatabase.fresh(vertx);
        return new TestIngest(db, db.database(), () -> close(db, vertx))
                .deploy(settings, newContacts, new EventAppender());
    }

    /** Ingestion whose events start and resume executions as {@code hook} says. */
    static TestIngest start(Function<TestIngest, EventHook> hook) {
        var vertx = Vertx.vertx();
        var db = TestDatabase.fresh(vertx);
        var ingest = new TestIngest(db, db.database(), () -> close(db, vertx));
        var events = new EventAppender(hook.apply(ingest), db.database().changes());
        return ingest.deploy(IngestSettings.of(1), ignored -> true, events);
    }

    private static void close(TestDatabase db, Vertx vertx) {
        db.close();
        vertx.close().await();
    }

    /** Another node on the same database, which it reaches by {@code port}. */
    static TestIngest besides(TestIngest first, int port) {
        var url = first.db.url().replace(":" + first.db.port() + "/", ":" + port + "/");
        var settings = new DatabaseSettings(Optional.of(url), Path.of("."), 2, 2);
        var database = Database.open(first.vertx, settings).await();
        return new TestIngest(first.db, database, () -> database.close().await())
                .deploy(IngestSettings.of(1), ignored -> true, new EventAppender());
    }

    private TestIngest deploy(IngestSettings settings, Predicate<String> newContacts, EventAppender events) {
        var transaction = new BatchTransaction(
                new ContactBatchWriter(TestCrypto.some()), events, new Outbox(), new IdempotencyService(), Quota.NONE);
        ingest = new IngestGateway(database, bus, transaction, newContacts, registry, Tracer.OFF, settings);
        ingest.start(vertx).await();
        return this;
    }

    /** A new project, called with its secret key. */
    Tenant project() {
        var id = Ids.next();
        db.query("INSERT INTO projects (id, name) VALUES (?, 'Test')", id);
        return new Tenant(new ProjectId(id), Caller.SECRET_KEY, 1);
    }

    static Tenant as(Tenant project, Caller caller) {
        return new Tenant(project.project(), caller, project.keysVersion());
    }

    /** Does what {@code POST /v1/track} does with this body; throws what it would answer 422. */
    Future<ApiResponse> track(Tenant tenant, Map<String, Object> body) {
        return track(tenant, Optional.empty(), body);
    }

    Future<ApiResponse> track(Tenant tenant, Optional<IdempotencyClaim> claim, Map<String, Object> body) {
        var request = TrackRequest.parse(JsonBody.of(new LinkedHashMap<>(body)), tenant.caller());
        return ingest.accept(new TrackCall(tenant, claim, "192.0.2.1", request, Optional.empty(), Optional.empty()));
    }

    static TrackResponse tracked(ApiResponse response) {
        return (TrackResponse) response.body();
    }

    static Map<String, Object> event(String email, Map<String, Object> data) {
        return Map.of("email", email, "event", "signed up", "data", data);
    }

    /** The only contact with this address. */
    Map<String, Object> contact(Tenant tenant, String email) {
        var rows = db.query(
                "SELECT id, subscribed, data::text AS data, updated_at, xmin::text FROM contacts WHERE project_id = ? AND email = ?",
                tenant.project().value(),
                email);
        if (rows.size() != 1) {
            throw new AssertionError(rows.size() + " contacts instead of one");
        }
        return rows.get(0);
    }

    /** The names of a project's events in the order they happened. */
    List<Object> events(Tenant tenant) {
        return db
                .query(
                        "SELECT name FROM events WHERE project_id = ? ORDER BY id",
                        tenant.project().value())
                .stream()
                .map(row -> row.get("name"))
                .toList();
    }

    long count(String table, Tenant tenant) {
        return db.count(
                "SELECT count(*) FROM " + table + " WHERE project_id = ?",
                tenant.project().value());
    }

    double counter(String name) {
        return registry.get(name).counter().count();
    }

    @Override
    public void close() {
        vertx.close().await();
        closing.run();
    }
}
