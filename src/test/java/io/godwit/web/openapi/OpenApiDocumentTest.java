package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.godwit.kit.ApiClient;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ApiContract;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The document of all routes, from a running server and from the build. */
@GodwitServer
class OpenApiDocumentTest {

    private static final Pattern REFERENCE = Pattern.compile("\"\\$ref\":\"#/components/(\\w+)/([^\"]+)\"");

    private static TestServer server;

    private static JsonObject served() {
        return new JsonObject(server.get("/openapi.json", "").body());
    }

    @Test
    void theFileOfTheBuildSaysWhatTheServerSays(@TempDir Path folder) throws Exception {
        var file = folder.resolve("made/openapi.json");

        OpenApiFile.main(new String[] {file.toString()});

        var written = new JsonObject(Files.readString(file)).getJsonObject("paths");
        assertThat(written.fieldNames())
                .containsAll(served().getJsonObject("paths").fieldNames());
        served().getJsonObject("paths").forEach(path -> assertThat(written.getJsonObject(path.getKey()))
                .as(path.getKey())
                .isEqualTo(path.getValue()));
    }

    @Test
    void everyOperationHasATextATagAndAnAnswer() {
        var tags = served().getJsonArray("tags").stream()
                .map(tag -> ((JsonObject) tag).getString("name"))
                .toList();
        var ids = new HashSet<String>();

        for (var operation : operations().entrySet()) {
            var node = operation.getValue();
            assertThat(node.getString("operationId")).as(operation.getKey()).isNotBlank();
            assertThat(ids.add(node.getString("operationId")))
                    .as("the id of " + operation.getKey() + " is unique")
                    .isTrue();
            assertThat(node.getString("summary")).as(operation.getKey()).isNotBlank();
            assertThat(tags).contains(node.getJsonArray("tags").getString(0));
            assertThat(node.getJsonObject("responses").fieldNames())
                    .as(operation.getKey())
                    .doesNotContain("2XX")
                    .anyMatch(status -> status.startsWith("2") || status.startsWith("3"));
        }
    }

    @Test
    void everyParameterIsDescribed() {
        var silent = new ArrayList<String>();

        operations().forEach((name, operation) -> operation.getJsonArray("parameters", new JsonArray()).stream()
                .map(JsonObject.class::cast)
                .filter(parameter -> !parameter.containsKey("$ref") && parameter.getString("description") == null)
                .forEach(parameter -> silent.add(name + " " + parameter.getString("name"))));

        assertThat(silent).isEmpty();
    }

    @Test
    void eachEditThatHonoursAVersionNamesTheHeader() {
        var versioned = new TreeSet<String>();

        operations().forEach((name, operation) -> operation.getJsonArray("parameters", new JsonArray()).stream()
                .map(JsonObject.class::cast)
                .filter(parameter -> "If-Match".equals(parameter.getString("name")))
                .peek(parameter -> assertThat(parameter.getString("in")).isEqualTo("header"))
                .forEach(parameter -> versioned.add(operation.getString("operationId"))));

        assertThat(versioned)
                .containsExactlyInAnyOrder(
                        "updateTemplate",
                        "updateCampaign",
                        "updateSegment",
                        "updateWorkflow",
                        "replaceGraph",
                        "addStep",
                        "updateStep",
                        "deleteStep",
                        "addTransition",
                        "deleteTransition",
                        "insertStep");
    }

    /** A key has its project, and a path may name it; a link cannot change anything. */
    @Test
    void anOperationOfASessionNamesTheProject() {
        var header = "#/components/parameters/X-Project-Id";
        var parameter = "#/components/parameters/project";

        assertThat(references("get /contacts")).containsExactly(header, parameter);
        assertThat(references("post /contacts")).containsExactly(header);
        assertThat(references("post /v1/send")).isEmpty();
        assertThat(references("get /users/@me/projects")).isEmpty();
        assertThat(references("get /projects/{id}/stream")).isEmpty();
        var shared = served().getJsonObject("components").getJsonObject("parameters");
        assertThat(shared.getJsonObject("X-Project-Id").getString("in")).isEqualTo("header");
        assertThat(shared.getJsonObject("project").getString("in")).isEqualTo("query");
        assertThat(shared.getJsonObject("project").getString("description")).isNotBlank();
    }

    private static Stream<String> references(String operation) {
        return operations().get(operation).getJsonArray("parameters", new JsonArray()).stream()
                .map(parameter -> ((JsonObject) parameter).getString("$ref"))
                .filter(Objects::nonNull);
    }

    /** A body without members would be one whose route does not name the reader of its body. */
    @Test
    void everyBodyHasDescribedMembers() {
        var silent = new ArrayList<String>();

        operations().forEach((name, operation) -> bodies(operation).forEach(body -> {
            var members = body.getJsonObject("properties", new JsonObject());
            if (members.isEmpty()) {
                silent.add(name + " has no members");
            }
            members.forEach(member -> {
                var schema = (JsonObject) member.getValue();
                if (!schema.containsKey("description")) {
                    silent.add(name + " " + member.getKey() + " has no description");
                }
                if (!schema.containsKey("type") && !schema.containsKey("anyOf") && !schema.containsKey("$ref")) {
                    silent.add(name + " " + member.getKey() + " has no type");
                }
            });
        }));

        assertThat(silent).isEmpty();
    }

    private static Stream<JsonObject> bodies(JsonObject operation) {
        return operation
                .getJsonObject("requestBody", new JsonObject())
                .getJsonObject("content", new JsonObject())
                .stream()
                .map(content -> ((JsonObject) content.getValue()).getJsonObject("schema"))
                .flatMap(schema -> schema.containsKey("anyOf")
                        ? schema.getJsonArray("anyOf").stream().map(JsonObject.class::cast)
                        : Stream.of(schema));
    }

    @Test
    void everyReferenceLeadsToSomething() {
        var document = served();
        var references = REFERENCE.matcher(document.encode());

        assertThat(references
                        .results()
                        .filter(found -> document.getJsonObject("components")
                                        .getJsonObject(found.group(1))
                                        .getValue(found.group(2))
                                == null)
                        .map(found -> found.group()))
                .isEmpty();
    }

    @Test
    void everyTextBelongsToARoute() {
        var routes = server.routes().stream()
                .map(route -> route.method() + " " + route.path())
                .toList();

        assertThat(routes)
                .allSatisfy(route ->
                        assertThat(OpenApiTexts.load().routeToText()).as(route).containsKey(route));
    }

    @Test
    void everySentenceOnAFailureBelongsToAStatusOfItsRoute() {
        var idToErrors = new HashMap<String, JsonObject>();
        operations()
                .values()
                .forEach(each -> idToErrors.put(each.getString("operationId"), each.getJsonObject("x-errors")));

        OpenApiTexts.load().routeToText().values().stream()
                .filter(text -> idToErrors.containsKey(text.id()))
                .forEach(text -> assertThat(idToErrors.get(text.id()).fieldNames())
                        .as(text.id())
                        .containsAll(text.failures().keySet()));
    }

    @Test
    void everyListAnswersWhatTheDocumentSays() {
        var key = server.secretKey(0);
        var catalog = new RouteCatalog(server);
        catalog.idOf(route("/contacts"), 0);
        catalog.idOf(route("/templates"), 0);
        catalog.idOf(route("/segments"), 0);
        catalog.idOf(route("/campaigns"), 0);
        catalog.idOf(route("/workflows"), 0);
        catalog.idOf(route("/domains"), 0);
        catalog.idOf(route("/emails"), 0);

        assertThat(server.routes().stream()
                        .filter(route -> route.method().equals(HttpMethod.GET)
                                && !route.path().contains(":")
                                && !route.path().contains("stream"))
                        .flatMap(route -> mistakes(route.path(), key)))
                .isEmpty();
    }

    private static io.godwit.web.RouteTable.Route route(String path) {
        return server.routes().stream()
                .filter(route -> route.path().equals(path) || route.path().startsWith(path + "/"))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<String> mistakes(String path, String key) {
        var answer = server.get(path, key);
        return ApiContract.ofThisBuild()
                .mistakes("GET", path, answer.statusCode(), answer.headers().firstValue("content-type"), answer.body())
                .stream()
                .map(mistake -> path + ": " + mistake);
    }

    /** The check sees what it is to see. */
    @Test
    void anUnknownMemberAndAWrongTypeAreMisfits() {
        var contract = ApiContract.ofThisBuild();

        assertThat(contract.mistakes("GET", "/contacts", 200, Optional.of("application/json"), page("").encode()))
                .isEmpty();
        assertThat(contract.mistakes(
                        "GET",
                        "/contacts",
                        200,
                        Optional.of("application/json"),
                        page("").put("more", 1).encode()))
                .isNotEmpty();
        assertThat(contract.mistakes(
                        "GET",
                        "/contacts",
                        200,
                        Optional.of("application/json"),
                        page("").put("total", "1").encode()))
                .isNotEmpty();
        assertThat(contract.mistakes("GET", "/contacts", 201, Optional.of("application/json"), "{}"))
                .isNotEmpty();
    }

    @Test
    void aCodeThatTheOperationDoesNotNameIsAMisfit() {
        var contract = ApiContract.ofThisBuild();
        var body = server.get("/contacts/" + server.projectId(0), server.secretKey(0))
                .body();

        assertThat(contract.mistakes("GET", "/contacts/1", 404, Optional.of("application/json"), body))
                .isEmpty();
        assertThat(contract.mistakes("GET", "/emails/1", 404, Optional.of("application/json"), body))
                .containsExactly("no 404 with CONTACT_NOT_FOUND; the route does not name it with fails()");
        assertThat(contract.mistakes("GET", "/contacts/1", 409, Optional.of("application/json"), body))
                .isNotEmpty();
        assertThat(contract.mistakes("GET", "/contacts/1", 409, Optional.of("text/html"), "<p>No</p>"))
                .isNotEmpty();
    }

    /** The clients of tests fail a test whose server answers something else than the document says. */
    @Test
    void aClientOfATestRefusesAnAnswerThatDoesNotFit() throws Exception {
        var impostor = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        impostor.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            var body = "{\"data\": 1}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        impostor.start();
        try {
            var client =
                    new ApiClient("http://127.0.0.1:" + impostor.getAddress().getPort());

            assertThatThrownBy(() -> client.get("/contacts", "sk_any"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("GET /contacts answered 200, which the OpenAPI document does not describe")
                    .hasMessageContaining("data: integer found, array expected");
        } finally {
            impostor.stop(0);
        }
    }

    private static JsonObject page(String cursor) {
        return new JsonObject()
                .put("data", new JsonArray())
                .put("cursor", cursor)
                .put("hasMore", false)
                .put("total", 0);
    }

    @Test
    void theGuidesNameOperationsThatExistAndHaveAPlaceForTheErrorCodes() throws Exception {
        var guides = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of("src/main/dashboard/docs/guides"))) {
            for (var file : files.toList()) {
                guides.append(Files.readString(file));
            }
        }
        var ids = operations().values().stream()
                .map(operation -> operation.getString("operationId"))
                .toList();
        assertThat(Pattern.compile("\\(operations/(\\w+)\\)")
                        .matcher(guides)
                        .results()
                        .map(found -> found.group(1)))
                .isNotEmpty()
                .isSubsetOf(ids);
        assertThat(guides.toString()).containsOnlyOnce("{codes}");
    }

    private static Map<String, JsonObject> operations() {
        var operations = new TreeMap<String, JsonObject>();
        served().getJsonObject("paths").forEach(path -> ((JsonObject) path.getValue())
                .forEach(method ->
                        operations.put(method.getKey() + " " + path.getKey(), (JsonObject) method.getValue())));
        return operations;
    }
}
