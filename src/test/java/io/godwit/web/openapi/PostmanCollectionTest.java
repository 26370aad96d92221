package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Postman collection that is made of the OpenAPI document. */
@GodwitServer
class PostmanCollectionTest {

    private static TestServer server;

    private static JsonObject collection() {
        return new JsonObject(server.get("/docs/postman.json", "").body());
    }

    private static Stream<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast);
    }

    private static List<JsonObject> requests() {
        return objects(collection().getJsonArray("item"))
                .flatMap(folder -> objects(folder.getJsonArray("item")))
                .map(item -> item.getJsonObject("request"))
                .toList();
    }

    @Test
    void everyOperationIsARequestOfTheCollection() {
        var operations = new JsonObject(server.get("/openapi.json", "").body())
                .getJsonObject("paths").stream()
                        .flatMap(path -> ((JsonObject) path.getValue())
                                .fieldNames().stream()
                                        .map(method -> method.toUpperCase(Locale.ROOT) + " {{baseUrl}}"
                                                + path.getKey().replaceAll("\\{(\\w+)}", ":$1")))
                        .toList();

        assertThat(requests())
                .extracting(request -> request.getString("method") + " "
                        + request.getJsonObject("url").getString("raw"))
                .containsExactlyInAnyOrderElementsOf(operations);
    }

    /** By the members the format demands (collection v2.1.0). */
    @Test
    void theCollectionHasTheFormOfItsVersion() {
        assertThat(collection().getJsonObject("info").getString("schema")).contains("/v2.1.0/");
        assertThat(collection().getJsonObject("info").getString("name")).isEqualTo("Godwit");
        assertThat(requests()).allSatisfy(request -> {
            var url = request.getJsonObject("url");
            assertThat(url.getString("raw"))
                    .isEqualTo("{{baseUrl}}/"
                            + String.join("/", url.getJsonArray("path").stream()
                                    .map(Object::toString)
                                    .toList()));
            assertThat(objects(url.getJsonArray("variable")).map(variable -> ":" + variable.getString("key")))
                    .allMatch(name -> url.getJsonArray("path").contains(name));
            assertThat(request.getJsonObject("auth", new JsonObject().put("type", "bearer"))
                            .getString("type"))
                    .isIn("bearer", "noauth");
        });
    }

    @Test
    void aBodyIsTheDocumentsOwnExample() {
        var send = requests().stream()
                .filter(request -> request.getJsonObject("url").getString("raw").endsWith("/v1/send"))
                .findFirst()
                .orElseThrow();

        assertThat(new JsonObject(send.getJsonObject("body").getString("raw")).getMap())
                .containsKeys("to", "subject");
    }
}
