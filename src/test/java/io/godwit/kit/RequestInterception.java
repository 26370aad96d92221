package io.godwit.kit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The requests of a page that a test answers in the place of the server, or whose answers it loses. */
final class RequestInterception {

    private final DevTools wire;
    private final String page;

    RequestInterception(DevTools wire, String page) {
        this.wire = wire;
        this.page = page;
    }

    void answerWith(String pattern, int status, Map<String, String> headers, String body) {
        var named = new JsonArray();
        headers.forEach(
                (name, value) -> named.add(new JsonObject().put("name", name).put("value", value)));
        var encoded = Base64.getEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8));
        intercept(
                pattern,
                "Request",
                event -> call(
                        "Fetch.fulfillRequest",
                        held(event)
                                .put("responseCode", status)
                                .put("responseHeaders", named)
                                .put("body", encoded)));
    }

    /** Waits for the whole answer of the server to one POST, and tells the page that the connection was reset. */
    void loseAnswer(String pattern) {
        var lost = new AtomicBoolean();
        intercept(pattern, "Response", event -> {
            var request = event.getJsonObject("params").getJsonObject("request");
            if (request.getString("method").equals("POST") && lost.compareAndSet(false, true)) {
                call("Fetch.failRequest", held(event).put("errorReason", "ConnectionReset"));
            } else {
                goOn(event);
            }
        });
    }

    void end() {
        wire.on("Fetch.requestPaused", this::goOn);
    }

    private void goOn(JsonObject event) {
        call("Fetch.continueRequest", held(event));
    }

    /** In the pattern * stands for any characters; a question mark is itself, while the browser takes it for any character. */
    private void intercept(String pattern, String stage, Consumer<JsonObject> then) {
        wire.on("Fetch.requestPaused", then);
        var intercepted =
                new JsonObject().put("urlPattern", pattern.replace("?", "\\?")).put("requestStage", stage);
        call("Fetch.enable", new JsonObject().put("patterns", new JsonArray().add(intercepted)));
    }

    private static JsonObject held(JsonObject event) {
        return new JsonObject().put("requestId", event.getJsonObject("params").getString("requestId"));
    }

    private void call(String method, JsonObject parameters) {
        wire.call(page, method, parameters);
    }
}
