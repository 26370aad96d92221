package io.godwit.kit;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The wire to a Chromium: commands with their answers, and what it tells by itself. Safe from any thread. */
final class DevTools implements WebSocket.Listener, AutoCloseable {

    private static final int TIMEOUT_SECONDS = 60;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Map<Integer, CompletableFuture<JsonObject>> idToAnswer = new ConcurrentHashMap<>();
    private final List<JsonObject> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<String, Consumer<JsonObject>> methodToListener = new ConcurrentHashMap<>();
    private final StringBuilder half = new StringBuilder();
    private final WebSocket socket;

    private DevTools(URI address) {
        socket = CLIENT.newWebSocketBuilder()
                .buildAsync(address, this)
                .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    static DevTools connect(URI address) {
        return new DevTools(address);
    }

    /**
     * Blocks until it is answered; fails when it is refused.
     *
     * @param session of a page or a frame; empty: the browser itself
     */
    JsonObject call(String session, String method, JsonObject parameters) {
        return accepted(
                method,
                ask(session, method, parameters)
                        .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                        .join());
    }

    /**
     * The same, but empty after the time: the process of a frame that is leaving may never answer.
     *
     * @param session of a frame
     */
    Optional<JsonObject> callWithin(Duration timeout, String session, String method, JsonObject parameters) {
        var reply = ask(session, method, parameters)
                .completeOnTimeout(new JsonObject(), timeout.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return reply.isEmpty() ? Optional.empty() : Optional.of(accepted(method, reply));
    }

    private CompletableFuture<JsonObject> ask(String session, String method, JsonObject parameters) {
        var id = ids.incrementAndGet();
        var answer = new CompletableFuture<JsonObject>();
        idToAnswer.put(id, answer);
        var command = new JsonObject().put("id", id).put("method", method).put("params", parameters);
        send(session.isEmpty() ? command : command.put("sessionId", session));
        return answer;
    }

    private static JsonObject accepted(String method, JsonObject reply) {
        if (reply.containsKey("error")) {
            throw new AssertionError(method + " was refused: " + reply.getJsonObject("error"));
        }
        return reply.getJsonObject("result");
    }

    /** One at a time, which is all a web socket of the JDK takes. */
    private synchronized void send(JsonObject command) {
        socket.sendText(command.encode(), true)
                .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** The events of this name so far, with its {@code sessionId}. */
    List<JsonObject> events(String method) {
        return events.stream()
                .filter(event -> method.equals(event.getString("method")))
                .toList();
    }

    /** Calls the listener on a thread of its own for each event of this name, in the place of keeping it. */
    void on(String method, Consumer<JsonObject> listener) {
        methodToListener.put(method, listener);
    }

    /** Drops what was told so far. */
    void forget() {
        events.clear();
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
        half.append(text);
        if (last) {
            take(new JsonObject(half.toString()));
            half.setLength(0);
        }
        from.request(1);
        return null;
    }

    private void take(JsonObject message) {
        var answer = message.containsKey("id") ? idToAnswer.remove(message.getInteger("id")) : null;
        var listener = methodToListener.get(message.getString("method", ""));
        if (listener != null) {
            CompletableFuture.runAsync(() -> listener.accept(message));
        } else if (answer == null) {
            events.add(message);
        } else {
            answer.complete(message);
        }
    }

    @Override
    public void onError(WebSocket from, Throwable cause) {
        idToAnswer.values().forEach(answer -> answer.completeExceptionally(cause));
    }

    @Override
    public void close() {
        socket.abort();
    }
}
