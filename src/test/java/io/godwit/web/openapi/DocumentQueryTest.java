package io.godwit.web.openapi;

import static io.godwit.kit.api.RouteCatalog.SOME_ID;
import static io.godwit.kit.api.RouteCatalog.bodyOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.web.Access;
import io.godwit.web.RouteTable.Route;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Calls every operation of the document with a parameter too many, and with one too few; a new one is in here by itself. */
@GodwitServer
class DocumentQueryTest {

    private static final String STRANGE = "unheardOf";
    private static final String WRONG = "nothingOfTheKind";

    /** Texts to find, names, addresses, ids (an unknown one finds nothing, or is a 404) and tokens. */
    private static final Set<String> ANY_TEXT = Set.of(
            "cursor",
            "search",
            "subject",
            "q",
            "actor",
            "action",
            "target",
            "email",
            "eventName",
            "name",
            "site",
            "provider",
            "contactId",
            "campaignId",
            "templateId",
            "workflowId",
            "segmentId",
            "stepId",
            "ids",
            "token",
            "code",
            "state",
            "error",
            "next",
            "message",
            // A 400, as clients of the payment service know it.
            "currency");

    /** Those whose other values are ignored, as existing clients of the API expect. */
    private static final Set<String> IGNORED_WHEN_WRONG =
            Set.of("GET /contacts subscribed", "GET /contacts sort", "GET /contacts dir");

    private static final String UNLIKE_ANY = "0".repeat(64);
    private static final Pattern KNOWN = Pattern.compile("Unknown query parameter; known are ([^\"]+)\"");

    private static TestServer server;
    private static JsonObject document;

    /** An unknown id is told before a parameter nobody reads, which a read only knows at its end. */
    @TestFactory
    Stream<DynamicTest> anUnknownParameterIsRefusedByNameOrIgnoredAsTheDocumentSays() {
        return routes().map(route -> dynamicTest(nameOf(route), () -> {
            var answer = call(route, query(route, "") + "&" + STRANGE + "=1");

            if (route.access() == Access.OPEN) {
                assertThat(answer.body()).doesNotContain(STRANGE);
            } else if (answer.statusCode() != 422) {
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
                assertThat(route.access() == Access.USER || isReadOfMoreThanOneId(route))
                        .as(answer.body())
                        .isTrue();
            } else {
                assertThat(fields(answer)).contains(STRANGE);
                assertThat(codes(route, 422)).contains("VALIDATION_ERROR");
            }
        }));
    }

    /** The refusal of a parameter unlike any other lists those the handler has asked for. */
    @TestFactory
    Stream<DynamicTest> aHandlerReadsNoParameterThatTheDocumentDoesNotHave() {
        return routes().map(route -> dynamicTest(nameOf(route), () -> {
            var answer = call(route, query(route, "") + "&" + UNLIKE_ANY + "=1");

            assertThat(documented(route)).as(answer.body()).containsAll(read(answer));
        }));
    }

    private static List<String> read(HttpResponse<String> answer) {
        return KNOWN.matcher(answer.body())
                .results()
                .flatMap(found -> Stream.of(found.group(1).split(", ")))
                .toList();
    }

    private static List<String> documented(Route route) {
        return parameters(route)
                .filter(parameter -> parameter.getString("in").equals("query"))
                .map(parameter -> parameter.getString("name"))
                .toList();
    }

    private static Stream<JsonObject> parameters(Route route) {
        return operation(route).getJsonArray("parameters", new JsonArray()).stream()
                .map(JsonObject.class::cast)
                .filter(parameter -> !parameter.containsKey("$ref"));
    }

    @TestFactory
    Stream<DynamicTest> aRequiredParameterThatIsMissingIsRefusedByName() {
        return routes().flatMap(route -> required(route).stream()
                .map(name -> dynamicTest(nameOf(route) + " " + name, () -> {
                    var answer = call(route, query(route, name));

                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
                    assertThat(fields(answer)).containsExactly(name);
                })));
    }

    @TestFactory
    Stream<DynamicTest> aReadNeedsNoParameterThatTheDocumentDoesNotRequire() {
        return routes().filter(route -> route.method().equals(HttpMethod.GET))
                .map(route -> dynamicTest(nameOf(route), () -> assertThat(
                                call(route, query(route, "")).statusCode())
                        .isNotIn(400, 422)));
    }

    @TestFactory
    Stream<DynamicTest> aValueThatDoesNotFitTheSchemaIsRefusedByNameWithTheValuesThatDo() {
        return routes().flatMap(route -> queryParameters(route)
                .filter(parameter ->
                        isTyped(parameter) || parameter.getString("name").equals("cursor"))
                .filter(parameter -> !IGNORED_WHEN_WRONG.contains(nameOf(route) + " " + parameter.getString("name")))
                .map(parameter -> dynamicTest(nameOf(route) + " " + parameter.getString("name"), () -> {
                    var name = parameter.getString("name");

                    var answer = call(route, query(route, name) + "&" + name + "=" + WRONG);

                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
                    assertThat(fields(answer)).containsExactly(name);
                    assertThat(allowed(schema(parameter)))
                            .allSatisfy(word -> assertThat(answer.body()).contains(word));
                })));
    }

    /** Every other text has a meaning, if only that nothing has that name. */
    @TestFactory
    Stream<DynamicTest> aParameterWithoutASchemaTakesAnyText() {
        return routes().map(route -> dynamicTest(nameOf(route), () -> assertThat(queryParameters(route)
                        .filter(parameter -> !isTyped(parameter))
                        .map(parameter -> parameter.getString("name")))
                .isSubsetOf(ANY_TEXT)));
    }

    private static boolean isTyped(JsonObject parameter) {
        var schema = schema(parameter);
        return !schema.getString("type").equals("string")
                || schema.containsKey("enum")
                || schema.containsKey("pattern")
                || schema.containsKey("format");
    }

    /** The words that the sentence has to say. */
    private static List<String> allowed(JsonObject schema) {
        return schema.getString("type").equals("boolean")
                ? List.of("true", "false")
                : schema.getJsonArray("enum", new JsonArray()).stream()
                        .map(String.class::cast)
                        .toList();
    }

    private static JsonObject schema(JsonObject parameter) {
        return parameter.containsKey("schema")
                ? parameter.getJsonObject("schema")
                : parameter
                        .getJsonObject("content")
                        .getJsonObject("application/json")
                        .getJsonObject("schema");
    }

    private static Stream<JsonObject> queryParameters(Route route) {
        return parameters(route).filter(parameter -> parameter.getString("in").equals("query"));
    }

    private static Stream<Route> routes() {
        return server.routes().stream().filter(route -> !route.path().endsWith("/*"));
    }

    private static String nameOf(Route route) {
        return route.method() + " " + route.path();
    }

    private static HttpResponse<String> call(Route route, String query) {
        var key = route.access() == Access.OPEN ? "" : server.secretKey(0);
        var body =
                route.body().form() || route.body().raw() || route.body().file().isPresent() ? "" : bodyOf(route);
        return server.call(route.method().name(), path(route) + query, key, body);
    }

    /** With a real id where that decides whether the query is looked at. */
    private static String path(Route route) {
        var isLookedUp = (route.method().equals(HttpMethod.GET)
                        || route.callers().project().isPresent())
                && route.access() != Access.OPEN
                && route.access() != Access.USER
                && (route.path().contains(":id") || route.path().contains(":jobId"));
        var id = isLookedUp ? new RouteCatalog(server).idOf(route, 0) : SOME_ID;
        return route.path().replaceFirst(":(id|jobId)", id).replaceAll(":[a-zA-Z]+", SOME_ID);
    }

    /** Nobody bills here, so that there is no bill to read. */
    private static boolean isReadOfMoreThanOneId(Route route) {
        return route.method().equals(HttpMethod.GET)
                && (route.path().contains("/billing-")
                        || route.path().replaceFirst(":(id|jobId)\\b", "").contains(":"));
    }

    /** A value for each parameter that is required, but for the one that is left out. */
    private static String query(Route route, String leftOut) {
        return required(route).stream()
                .filter(name -> !name.equals(leftOut))
                .map(name -> name + "=ada")
                .collect(Collectors.joining("&", "?", ""));
    }

    private static List<String> required(Route route) {
        return parameters(route)
                .filter(parameter -> parameter.getString("in").equals("query") && parameter.getBoolean("required"))
                .map(parameter -> parameter.getString("name"))
                .toList();
    }

    private static List<String> codes(Route route, int status) {
        return operation(route).getJsonObject("x-errors").getJsonArray(String.valueOf(status), new JsonArray()).stream()
                .map(String.class::cast)
                .toList();
    }

    private static JsonObject operation(Route route) {
        return document()
                .getJsonObject("paths")
                .getJsonObject(route.template())
                .getJsonObject(route.method().name().toLowerCase(Locale.ROOT));
    }

    private static JsonObject document() {
        if (document == null) {
            document = new JsonObject(server.get("/openapi.json", "").body());
        }
        return document;
    }

    private static List<String> fields(HttpResponse<String> answer) {
        return new JsonObject(answer.body())
                .getJsonObject("error").getJsonArray("errors", new JsonArray()).stream()
                        .map(issue -> ((JsonObject) issue).getString("field"))
                        .toList();
    }
}
