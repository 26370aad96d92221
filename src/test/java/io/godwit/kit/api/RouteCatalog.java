package io.godwit.kit.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowRequestBodies;
import io.godwit.web.Access;
import io.godwit.web.RouteTable;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Every route a server declares, with what a test needs to call it. */
public record RouteCatalog(TestServer server) {

    /** Stands for every parameter of a path; nothing has it. */
    public static final String SOME_ID = UUID.randomUUID().toString();

    /** The members each body may have, with a value that is right. A route with a body has to be here. */
    public static final Map<String, JsonObject> PATH_TO_BODY = withContacts(Map.of(
            "/v1/send",
            new JsonObject()
                    .put("to", "ada@example.com")
                    .put("from", "hello@example.test")
                    .put("subject", "Hello")
                    .put("body", "<p>Hello</p>")
                    .put("template", UUID.randomUUID().toString())
                    .put("name", "Ada")
                    .put("subscribed", true)
                    .put("data", new JsonObject().put("plan", "pro"))
                    .put("headers", new JsonObject().put("X-Reason", "test"))
                    .put("reply", "reply@example.com")
                    .put("cc", "zoe@example.com")
                    .put("bcc", new JsonArray().add("bea@example.com"))
                    .put("text", "Hello")
                    .put("attachments", new JsonArray())
                    .put("tracking", false),
            "/v1/track",
            new JsonObject()
                    .put("email", "ada@example.com")
                    .put("event", "signed_up")
                    .put("subscribed", true)
                    .put("data", new JsonObject().put("plan", "pro")),
            "/v1/verify",
            new JsonObject().put("email", "ada@example.com"),
            "/events/track",
            new JsonObject().put("email", "ada@example.com").put("event", "signed_up"),
            "/templates",
            template(),
            "/templates/:id",
            template(),
            "/templates/:id/preview",
            new JsonObject().put("data", new JsonObject().put("plan", "pro")).put("email", "ada@example.com"),
            "/templates/bulk-update",
            new JsonObject().put("ids", new JsonArray().add(SOME_ID)).put("delete", true)));

    public static final Set<String> WITHOUT_BODY = Set.of(
            "/users/@me/projects/:id/regenerate-keys",
            "/users/@me/projects/:id/reset",
            "/projects/:id/leave",
            "/users/@me/invitations/:id/accept",
            "/users/@me/projects/:id/checkout",
            "/users/@me/projects/:id/billing-portal",
            "/auth/request-verification",
            "/emails/:id/resend",
            "/templates/:id/duplicate",
            "/contacts/public/:id/subscribe",
            "/contacts/public/:id/unsubscribe",
            "/webhooks/secret/rotate",
            "/segments/:id/compute",
            "/segments/:id/refresh",
            "/campaigns/:id/duplicate",
            "/campaigns/:id/cancel",
            "/campaigns/:id/pause",
            "/campaigns/:id/resume",
            "/workflows/:id/duplicate",
            "/workflows/:id/executions/cancel-all",
            "/domains/:id/keys",
            "/system/transport/test");

    private static final Set<HttpMethod> WITH_BODY = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);

    private static JsonObject template() {
        return new JsonObject()
                .put("name", "Welcome")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("type", "TRANSACTIONAL")
                .put("description", "text")
                .put("from", "hello@example.test")
                .put("fromName", "Ada")
                .put("replyTo", "reply@example.com");
    }

    private static JsonObject contact() {
        return new JsonObject()
                .put("email", "ada@example.com")
                .put("subscribed", true)
                .put("data", new JsonObject().put("plan", "pro"));
    }

    private static Map<String, JsonObject> withContacts(Map<String, JsonObject> others) {
        var all = new HashMap<>(others);
        var tomorrow = Instant.now().plus(Duration.ofDays(1)).toString();
        all.put("/emails/:id", new JsonObject().put("scheduledAt", tomorrow));
        all.put("/contacts", contact());
        all.put("/contacts/:id", contact());
        all.put("/contacts/lookup", new JsonObject().put("emails", new JsonArray().add("ada@example.com")));
        for (var operation : List.of("subscribe", "unsubscribe", "delete")) {
            all.put(
                    "/contacts/bulk-" + operation,
                    new JsonObject()
                            .put("mode", "ids")
                            .put("contactIds", new JsonArray().add(SOME_ID))
                            .put("filter", new JsonObject().put("search", "nobody"))
                            .put("excludeIds", new JsonArray().add(SOME_ID)));
        }
        all.putAll(segments());
        all.putAll(AccountRequestBodies.all());
        all.put("/campaigns", campaign("hello@example.test"));
        all.put("/campaigns/:id", campaign("hello@example.test"));
        all.put(
                "/campaigns/:id/send",
                new JsonObject()
                        .put(
                                "scheduledFor",
                                Instant.now().plus(Duration.ofDays(9)).toString()));
        all.put("/domains", new JsonObject().put("projectId", SOME_ID).put("domain", "shop.example.org"));
        all.put("/dead-letters/retry", new JsonObject().put("kind", "EMAIL").put("ids", new JsonArray()));
        all.put(
                "/suppressions",
                new JsonObject()
                        .put("email", "nobody@example.com")
                        .put("reason", "BOUNCE")
                        .put("evidence", "text"));
        all.put(
                "/templates/:id/test",
                new JsonObject()
                        .put("email", "ada@example.com")
                        .put("from", "hello@example.test")
                        .put("contactId", SOME_ID)
                        .put("data", new JsonObject().put("plan", "pro")));
        var draft = template();
        draft.remove("name");
        draft.remove("description");
        all.put(
                "/previews",
                draft.put("data", new JsonObject().put("plan", "pro")).put("email", "ada@example.com"));
        all.put(
                "/previews/:id/send",
                new JsonObject().put("email", "ada@example.com").put("from", "hello@example.test"));
        all.put("/campaigns/:id/test", new JsonObject().put("email", "ada@example.com"));
        all.putAll(WorkflowRequestBodies.all());
        return Map.copyOf(all);
    }

    private static JsonObject campaign(String from) {
        var condition = new JsonObject()
                .put("field", "data.plan")
                .put("operator", "equals")
                .put("value", "pro");
        var filter = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        return new JsonObject()
                .put("name", "July")
                .put("description", "text")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("from", from)
                .put("fromName", "Ada")
                .put("replyTo", "reply@example.com")
                .put("emailType", "MARKETING")
                .put("type", "MARKETING")
                .put("audienceType", "FILTERED")
                .put("segmentId", "")
                .put("audienceFilter", filter)
                .put("audienceCondition", filter);
    }

    private static Map<String, JsonObject> segments() {
        var condition = new JsonObject()
                .put("field", "data.plan")
                .put("operator", "equals")
                .put("value", "pro");
        var filters = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        var segment = new JsonObject()
                .put("name", "Pro")
                .put("description", "text")
                .put("type", "DYNAMIC")
                .put("filters", filters)
                .put("condition", filters)
                .put("trackMembership", true);
        return Map.of(
                "/segments",
                segment,
                "/segments/:id",
                segment,
                "/segments/preview",
                new JsonObject().put("filters", filters).put("condition", filters),
                "/segments/explain",
                new JsonObject().put("filters", filters).put("email", "ada@example.com"),
                "/segments/:id/members",
                new JsonObject()
                        .put("emails", new JsonArray().add("ada@example.com"))
                        .put("createMissing", true)
                        .put("subscribed", true),
                "/segments/:id/explain",
                new JsonObject().put("contactId", SOME_ID).put("email", "ada@example.com"));
    }

    /** A request of one route at one of its paths. */
    public interface Probe {
        void on(RouteTable.Route route, String path);
    }

    /** Each route with a key, by each of its paths. */
    public Stream<DynamicTest> eachGuarded(Probe probe) {
        return each(route -> route.access() != Access.OPEN, probe);
    }

    public Stream<DynamicTest> each(Predicate<RouteTable.Route> which, Probe probe) {
        return server.routes().stream().filter(which).flatMap(route -> paths(route)
                .map(path -> dynamicTest(route.method() + " " + path, () -> probe.on(route, path))));
    }

    private static Stream<String> paths(RouteTable.Route route) {
        var paths = Stream.concat(Stream.of(route.path()), route.aliases().stream());
        return paths.flatMap(path -> Stream.of(path, "/api" + path))
                .map(path -> path.replaceAll(":[a-zA-Z]+", SOME_ID));
    }

    /** The id of something of the kind the route names, made for this project. */
    public String idOf(RouteTable.Route route, int project) {
        var key = server.secretKey(project);
        if (route.path().contains(":jobId")) {
            var job = new JobApi(server.baseUrl(), key);
            return route.path().startsWith("/contacts/import")
                    ? job.queueImport("email\nada@example.com\n")
                    : job.queueBulk("subscribe", PATH_TO_BODY.get("/contacts/bulk-subscribe"));
        } else if (route.path().startsWith("/jobs")) {
            return new JobApi(server.baseUrl(), key).queueImport("email\nada@example.com\n");
        } else if (route.path().startsWith("/contacts")) {
            return new JsonObject(server.post("/contacts", key, contact()).body()).getString("id");
        } else if (route.path().startsWith("/templates")) {
            var template = template().putNull("from");
            return new JsonObject(server.post("/templates", key, template).body()).getString("id");
        } else if (route.path().startsWith("/previews")) {
            var draft = new JsonObject().put("subject", "Hello").put("body", "<p>Hello</p>");
            return new JsonObject(server.post("/previews", key, draft).body()).getString("id");
        } else if (route.path().startsWith("/segments")) {
            var isListed = route.path().endsWith("/members");
            var segment = isListed
                    ? new JsonObject().put("name", "Listed").put("type", "STATIC")
                    : PATH_TO_BODY.get("/segments");
            return new JsonObject(server.post("/segments", key, segment).body()).getString("id");
        } else if (route.path().startsWith("/campaigns")) {
            return new JsonObject(server.post("/campaigns", key, campaign("hello@" + server.domain(project)))
                            .body())
                    .getString("id");
        } else if (route.path().startsWith("/workflows")) {
            return new JsonObject(server.post("/workflows", key, PATH_TO_BODY.get("/workflows"))
                            .body())
                    .getString("id");
        } else if (route.path().startsWith("/domains")) {
            var domain = new JsonObject().put("domain", "d" + UUID.randomUUID() + ".example.org");
            return new JsonObject(server.post("/domains", key, domain).body()).getString("id");
        } else if (route.path().startsWith("/emails")) {
            var mail = new JsonObject()
                    .put("to", "ada@example.com")
                    .put("from", "hello@" + server.domain(project))
                    .put("subject", "s")
                    .put("body", "b");
            return new JsonObject(server.post("/v1/send", key, mail).body())
                    .getJsonArray("emails")
                    .getJsonObject(0)
                    .getString("email");
        } else if (route.path().contains("/projects/")) {
            return server.projectId(project);
        }
        throw new AssertionError("Make a row for " + route.path() + " here");
    }

    /** Those with JSON; a file has no members, and the forms of pages have tests of their own. */
    public Stream<RouteTable.Route> withBody() {
        return server.routes().stream()
                .filter(route -> WITH_BODY.contains(route.method())
                        && route.body().file().isEmpty()
                        && !route.body().form()
                        && !route.body().raw());
    }

    /** The routes that answer at the same path, those whose parameter may be any word included. */
    public List<RouteTable.Route> at(RouteTable.Route place) {
        return server.routes().stream()
                .filter(route ->
                        blankPath(route).equals(blankPath(place)) || (route.freeParameter() && isWordOf(route, place)))
                .toList();
    }

    private static boolean isWordOf(RouteTable.Route route, RouteTable.Route place) {
        return !place.path().contains(":") && place.path().matches(route.path().replaceAll(":[a-zA-Z]+", "[^/]+"));
    }

    private static String blankPath(RouteTable.Route route) {
        return route.path().replaceAll(":[a-zA-Z]+", ":");
    }

    /** A right body for the route; empty where none is taken. */
    public static String bodyOf(RouteTable.Route route) {
        return route.method().equals(HttpMethod.GET) || route.method().equals(HttpMethod.DELETE)
                ? ""
                : PATH_TO_BODY.getOrDefault(route.path(), new JsonObject()).encode();
    }

    public static void assertFailure(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        var body = new JsonObject(answer.body());
        assertThat(body.getBoolean("success")).isFalse();
        assertThat(body.getJsonObject("error").getString("code")).isEqualTo(code);
        assertThat(UUID.fromString(body.getJsonObject("error").getString("requestId")))
                .isNotNull();
    }
}
