package io.godwit.web;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two editors of one thing do not overwrite each other. */
@GodwitServer
class ExpectedVersionTest {

    private static TestServer server;

    /**
     * Something that is edited.
     *
     * @param version the member with its version
     */
    private record Editable(String list, String method, String version) {

        JsonObject create() {
            var body = RouteCatalog.PATH_TO_BODY.get(list).copy();
            if (list.equals("/campaigns")) {
                List.of("segmentId", "audienceFilter", "audienceCondition", "type")
                        .forEach(body::remove);
                body.put("audienceType", "ALL");
            }
            if (list.equals("/segments")) {
                body.remove("condition");
            }
            body.remove("replyTo");
            var answer = server.post(list, server.secretKey(0), body);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            return new JsonObject(answer.body());
        }

        HttpResponse<String> edit(String id, String name, String... headers) {
            var body = new JsonObject().put("name", name);
            return server.call(method, list + "/" + id, server.secretKey(0), body.encode(), headers);
        }
    }

    private static Stream<Editable> editables() {
        return Stream.of(
                new Editable("/templates", "PATCH", "version"),
                new Editable("/campaigns", "PUT", "version"),
                new Editable("/segments", "PATCH", "version"),
                new Editable("/workflows", "PATCH", "draftVersion"));
    }

    @ParameterizedTest
    @MethodSource("editables")
    void anEditOfAnOldVersionIsRefusedWithBothStates(Editable thing) {
        var made = thing.create();
        var id = made.getString("id");
        var version = made.getInteger(thing.version());

        var first = thing.edit(id, "First", "If-Match", "\"" + version + "\"");
        var second = thing.edit(id, "Second", "If-Match", "\"" + version + "\"");

        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        var saved = new JsonObject(first.body());
        assertThat(saved.getInteger(thing.version())).isEqualTo(version + 1);
        assertFailure(second, 409, "CONFLICT");
        var details = new JsonObject(second.body()).getJsonObject("error").getJsonObject("details");
        assertThat(details.getInteger("version")).isEqualTo(version + 1);
        assertThat(details.getJsonObject("current").getString("name")).isEqualTo("First");
        assertThat(details.getJsonObject("current").getInteger(thing.version())).isEqualTo(version + 1);
        assertThat(details.getJsonObject("sent")).isEqualTo(new JsonObject().put("name", "Second"));
        var read = new JsonObject(
                server.get(thing.list() + "/" + id, server.secretKey(0)).body());
        assertThat(read.getString("name")).isEqualTo("First");
        assertThat(read.getInteger(thing.version())).isEqualTo(version + 1);
    }

    @ParameterizedTest
    @MethodSource("editables")
    void anEditThatNamesNoVersionIsAccepted(Editable thing) {
        var id = thing.create().getString("id");

        assertThat(thing.edit(id, "Plain").statusCode()).isEqualTo(200);
        assertThat(thing.edit(id, "Any", "If-Match", "*").statusCode()).isEqualTo(200);
        assertFailure(thing.edit(id, "Odd", "If-Match", "\"odd\""), 409, "CONFLICT");
    }

    @ParameterizedTest
    @MethodSource("editables")
    void ofEditorsAtOnceExactlyOneSaves(Editable thing) {
        var made = thing.create();
        var version = String.valueOf(made.getInteger(thing.version()));

        var answers = IntStream.range(0, 6)
                .mapToObj(number -> CompletableFuture.supplyAsync(
                        () -> thing.edit(made.getString("id"), "Editor " + number, "If-Match", version)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .map(HttpResponse::statusCode)
                .toList();

        assertThat(answers).containsOnlyOnce(200).containsOnly(200, 409);
    }

    @Test
    void aStepOfAWorkflowIsEditedFromItsDraftVersion() {
        var thing = new Editable("/workflows", "PATCH", "draftVersion");
        var id = thing.create().getString("id");
        var draft = new JsonObject(
                server.get("/workflows/" + id, server.secretKey(0)).body());
        var step = draft.getJsonArray("steps").getJsonObject(0).getString("id");
        var path = "/workflows/" + id + "/steps/" + step;
        var version = "\"" + draft.getInteger("draftVersion") + "\"";

        var first = server.call("PATCH", path, server.secretKey(0), "{\"name\":\"Begin\"}", "If-Match", version);
        var second = server.call("PATCH", path, server.secretKey(0), "{\"name\":\"Start\"}", "If-Match", version);

        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertFailure(second, 409, "CONFLICT");
        assertThat(new JsonObject(second.body())
                        .getJsonObject("error")
                        .getJsonObject("details")
                        .getJsonObject("current")
                        .getJsonArray("steps"))
                .extracting(one -> ((JsonObject) one).getString("name"))
                .contains("Begin");
    }

    @Test
    void listsNameTheVersion() {
        editables().forEach(thing -> {
            thing.create();
            var list =
                    server.get(thing.list() + "?limit=1", server.secretKey(0)).body();
            var rows = list.startsWith("[") ? new JsonArray(list) : new JsonObject(list).getJsonArray("data");
            assertThat(rows.getJsonObject(0).getInteger(thing.version()))
                    .as(thing.list())
                    .isPositive();
        });
    }
}
