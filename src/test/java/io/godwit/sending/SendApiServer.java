package io.godwit.sending;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.contacts.ContactBatchWriter;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.TestCrypto;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import io.godwit.db.TestDatabase;
import io.godwit.events.EventAppender;
import io.godwit.inbound.received.ReceivedEmailLog;
import io.godwit.ingest.BatchTransaction;
import io.godwit.ingest.IngestGateway;
import io.godwit.ingest.IngestSettings;
import io.godwit.kit.api.ApiContract;
import io.godwit.projects.Project.Tracking;
import io.godwit.sending.api.SendRoutes;
import io.godwit.sending.content.ContentCompressor;
import io.godwit.sending.log.EmailRoutes;
import io.godwit.sending.preview.PreviewRoutes;
import io.godwit.templates.TemplateCache;
import io.godwit.templates.TemplateRoutes;
import io.godwit.templates.TemplateUsages;
import io.godwit.templates.TemplateUsages.StepUse;
import io.godwit.traces.Tracer;
import io.godwit.web.HttpSettings;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotencyService;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.server.HttpContext;
import io.godwit.web.server.HttpVerticle;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Everything between the client and the outbox, on real sockets and a real database; nobody sends what is queued. */
public final class SendApiServer implements AutoCloseable {

    /** The only verified sender domain, of every project. */
    public static final String DOMAIN = "ok.test";

    /** The name of every project. */
    public static final String PROJECT_NAME = "Test";

    public static final String PUBLIC_URL = "https://mail.godwit.test";

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final Map<String, Tenant> keyToTenant = new ConcurrentHashMap<>();
    private final Set<UUID> used = ConcurrentHashMap.newKeySet();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpContext edge;

    private SendApiServer() {
        var bus = Bus.on(vertx);
        var outbox = new Outbox();
        var keys = new IdempotencyService();
        var transaction =
                new BatchTransaction(new ContactBatchWriter(crypto()), new EventAppender(), outbox, keys, Quota.NONE);
        var ingest = new IngestGateway(
                db.database(),
                bus,
                transaction,
                ignored -> true,
                new SimpleMeterRegistry(),
                Tracer.OFF,
                IngestSettings.of(1));
        ingest.start(vertx).await();
        edge = new HttpContext(
                settings(),
                this::authenticate,
                new ProjectRequestLimiter(0, 0, System::nanoTime),
                () -> true,
                new SimpleMeterRegistry(),
                routes(bus, outbox, ingest, new IdempotentHandler(db.database(), keys)));
        vertx.deployVerticle(new HttpVerticle(edge)).await();
    }

    public static SendApiServer start() {
        return new SendApiServer();
    }

    private List<Routes> routes(Bus bus, Outbox outbox, IngestGateway ingest, IdempotentHandler idempotency) {
        var database = db.database();
        var workers = vertx.createSharedWorkerExecutor("sending-attachments", 2);
        var templates = new TemplateCache(database);
        var log = new EmailRoutes.Dependencies(
                database,
                bus,
                new EventAppender(),
                outbox,
                SendApiServer::verified,
                (project, ignored) -> Future.succeededFuture(Optional.empty()),
                new ReceivedEmailLog(),
                new LinkTokenCodec(crypto()),
                new MessageIdCodec(crypto()),
                PUBLIC_URL,
                workers,
                Quota.NONE);
        var send = new SendRoutes.Dependencies(
                templates,
                SendApiServer::named,
                SendApiServer::verified,
                database,
                outbox,
                ingest,
                new ContentCompressor(() -> true, workers),
                workers);
        return List.of(
                new SendRoutes(send, false),
                new PreviewRoutes(send, PUBLIC_URL, new LinkTokenCodec(crypto())),
                new EmailRoutes(log, new CursorCodec(new byte[32]), idempotency),
                new TemplateRoutes(
                        new TemplateRoutes.Dependencies(
                                database, templates, SendApiServer::verified, this::uses, workers),
                        new CursorCodec(new byte[32]),
                        idempotency));
    }

    /** A new project and the secret key that opens it. */
    public Project project() {
        var id = Ids.next();
        var key = "sk_" + id.toString().replace("-", "").repeat(2);
        db.query("INSERT INTO projects (id, name) VALUES (?, 'Test')", id);
        keyToTenant.put(key, new Tenant(new ProjectId(id), Caller.SECRET_KEY, 1));
        return new Project(this, id, key);
    }

    /** As if a step of a workflow sent the template. */
    public void usedByWorkflow(String template) {
        used.add(UUID.fromString(template));
    }

    private Future<TemplateUsages.Uses> uses(SqlClient db, Tenant tenant, Set<TemplateId> templates) {
        var steps = templates.stream()
                .filter(template -> used.contains(template.value()))
                .map(ignored -> new StepUse(Ids.next(), "Send", Ids.next(), "Onboarding"))
                .toList();
        return Future.succeededFuture(new TemplateUsages.Uses(List.of(), steps));
    }

    public TestDatabase db() {
        return db;
    }

    /** The messages a client got. */
    public record Response(int status, JsonObject body, Map<String, List<String>> headers) {

        /** The fields of the mistakes found. */
        public List<String> fields() {
            return body.getJsonObject("error").getJsonArray("errors").stream()
                    .map(issue -> ((JsonObject) issue).getString("field"))
                    .toList();
        }

        public String code() {
            return body.getJsonObject("error").getString("code");
        }
    }

    /** A client of one project. */
    public record Project(SendApiServer server, UUID id, String key) {

        public Response post(String path, JsonObject body, String... headers) {
            return server.call(key, "POST", path, body.encode(), headers);
        }

        public Response get(String path) {
            return server.call(key, "GET", path, "");
        }

        public Response patch(String path, JsonObject body) {
            return server.call(key, "PATCH", path, body.encode());
        }

        public Response delete(String path) {
            return server.call(key, "DELETE", path, "");
        }

        /** Sends inline what {@code more} does not say otherwise; fails unless it was accepted. */
        public JsonObject send(JsonObject more) {
            var body = new JsonObject()
                    .put("to", "ada@site.test")
                    .put("subject", "Subject")
                    .put("body", "<p>Body</p>")
                    .put("from", "hi@" + DOMAIN);
            return accepted(post("/v1/send", body.mergeIn(more)));
        }

        /** Sends by template alone. */
        public JsonObject sendTemplate(String template, JsonObject more) {
            return accepted(post(
                    "/v1/send",
                    new JsonObject()
                            .put("to", "ada@site.test")
                            .put("template", template)
                            .mergeIn(more)));
        }

        public String template(JsonObject more) {
            var body = new JsonObject()
                    .put("name", "Welcome")
                    .put("subject", "Hi {{x}}")
                    .put("body", "<p>{{x}}</p>")
                    .put("from", "shop@" + DOMAIN)
                    .put("type", "TRANSACTIONAL");
            var answer = post("/templates", body.mergeIn(more));
            if (answer.status() != 201) {
                throw new AssertionError(answer);
            }
            return answer.body().getString("id");
        }

        private static JsonObject accepted(Response answer) {
            if (answer.status() != 200) {
                throw new AssertionError(answer);
            }
            return answer.body();
        }
    }

    /** The id of the email to recipient {@code at}. */
    public static UUID email(JsonObject sent, int at) {
        return UUID.fromString(sent.getJsonArray("emails").getJsonObject(at).getString("email"));
    }

    private Response call(String key, String method, String path, String body, String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + edge.port() + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        var all = Arrays.copyOf(headers, headers.length + 4);
        all[headers.length] = "Authorization";
        all[headers.length + 1] = "Bearer " + key;
        all[headers.length + 2] = "Content-Type";
        all[headers.length + 3] = "application/json";
        try {
            var response = ApiContract.checked(client.send(request.headers(all).build(), BodyHandlers.ofString()));
            return new Response(
                    response.statusCode(),
                    response.body().isEmpty() ? new JsonObject() : new JsonObject(response.body()),
                    response.headers().map());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private Future<Grant> authenticate(String key) {
        var tenant = keyToTenant.get(key);
        return tenant == null
                ? Future.failedFuture(Failure.of(Kind.INVALID_API_KEY, "Unknown key"))
                : Future.succeededFuture(new Grant(tenant, false, 0));
    }

    private static Future<Optional<io.godwit.projects.Project>> named(ProjectId id) {
        return Future.succeededFuture(Optional.of(
                new io.godwit.projects.Project(id, PROJECT_NAME, Tracking.ENABLED, "en", false, Optional.empty(), 1)));
    }

    private static Future<Void> verified(Tenant tenant, EmailAddress sender) {
        return sender.domain().equals(DOMAIN)
                ? Future.succeededFuture()
                : Future.failedFuture(Failure.of(Kind.FORBIDDEN, "The domain is not verified"));
    }

    private static Crypto crypto() {
        return TestCrypto.some();
    }

    private static HttpSettings settings() {
        return new HttpSettings(
                "127.0.0.1",
                0,
                PUBLIC_URL,
                Optional.empty(),
                List.of(),
                0,
                0,
                0,
                0,
                128 << 20,
                java.time.Duration.ZERO,
                io.godwit.web.ConnectionSettings.UNLIMITED,
                Optional.empty());
    }

    @Override
    public void close() {
        db.close();
        vertx.close().await();
    }
}
