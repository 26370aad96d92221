package io.godwit.kit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The frames of a page. They run no scripts, and Chromium keeps each in a process apart, or not, as it sees fit. */
final class PageFrames {

    /** For an answer of a frame: one that is replaced just now may never give it. */
    private static final Duration LEAVING = Duration.ofSeconds(2);

    private final DevTools wire;
    private final String page;

    /** Finds frames by the events that the wire has kept since the page was opened. */
    PageFrames(DevTools wire, String page) {
        this.wire = wire;
        this.page = page;
    }

    /** The visible texts; of a frame that has gone meanwhile an empty one. */
    List<String> texts() {
        return Stream.concat(apart(), within()).toList();
    }

    private Stream<String> apart() {
        var gone = wire.events("Target.detachedFromTarget").stream()
                .map(event -> event.getJsonObject("params").getString("sessionId"))
                .toList();
        return wire.events("Target.attachedToTarget").stream()
                .map(event -> event.getJsonObject("params"))
                .filter(event ->
                        "iframe".equals(event.getJsonObject("targetInfo").getString("type")))
                .map(event -> event.getString("sessionId"))
                .filter(session -> !gone.contains(session))
                .map(session -> text(session, new JsonObject()));
    }

    /** Of the frames in the process of the page; each has a world in which an expression can be evaluated. */
    private Stream<String> within() {
        var tree = wire.call(page, "Page.getFrameTree", new JsonObject()).getJsonObject("frameTree");
        return tree.getJsonArray("childFrames", new JsonArray()).stream()
                .map(child -> ((JsonObject) child).getJsonObject("frame").getString("id"))
                .map(frame -> new JsonObject().put("frameId", frame).put("worldName", "test"))
                .flatMap(world -> ask(page, "Page.createIsolatedWorld", world).stream())
                .map(made -> new JsonObject().put("contextId", made.getInteger("executionContextId")))
                .map(world -> text(page, world));
    }

    private String text(String session, JsonObject world) {
        return ask(session, "Runtime.evaluate", world.put("expression", "document.documentElement.innerText"))
                .map(answer -> answer.getJsonObject("result").getString("value", ""))
                .orElse("");
    }

    /** Empty when the frame has gone, or lives in another process than asked. */
    private Optional<JsonObject> ask(String session, String method, JsonObject parameters) {
        try {
            return wire.callWithin(LEAVING, session, method, parameters);
        } catch (AssertionError gone) {
            return Optional.empty();
        }
    }
}
