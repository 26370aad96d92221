package io.godwit.chaos;

import io.godwit.chaos.WebhookLedger.ReceivedCall;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A customer's server that webhooks call. It writes down each call; a path for each project tells whose it is to be. */
final class CallReceiver implements AutoCloseable {

    private static final String PATH = "/hook/";

    private final HttpServer server;
    private final Queue<ReceivedCall> received = new ConcurrentLinkedQueue<>();
    private final Queue<String> foreign = new ConcurrentLinkedQueue<>();
    private volatile Manner manner = Manner.TAKES;

    /** The way calls are answered. */
    enum Manner {
        /** With 200. */
        TAKES,
        /** With 500. */
        FAILS,
        /** Not at all: the connection is closed. */
        CLOSES
    }

    private CallReceiver(Vertx vertx) {
        server = vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> receive(request, body)))
                .listen(0, "127.0.0.1")
                .await();
    }

    static CallReceiver start(Vertx vertx) {
        return new CallReceiver(vertx);
    }

    String url(int project) {
        return "http://127.0.0.1:" + server.actualPort() + PATH + project;
    }

    /** Answers in this way from now on. */
    void answer(Manner other) {
        manner = other;
    }

    private void receive(HttpServerRequest request, Buffer body) {
        var way = manner;
        received.add(new ReceivedCall(
                request.getHeader("webhook-id"),
                new JsonObject(body).getJsonObject("contact").getString("email"),
                way == Manner.TAKES,
                Instant.now()));
        var project = Integer.parseInt(request.path().substring(PATH.length()));
        if (body.toString().contains(ChaosTraffic.mark(1 - project))) {
            foreign.add(request.path() + " was called with " + body);
        }
        switch (way) {
            case TAKES -> request.response().end();
            case FAILS -> request.response().setStatusCode(500).end();
            case CLOSES -> request.connection().close();
        }
    }

    List<ReceivedCall> received() {
        return List.copyOf(received);
    }

    /** Calls of one project with the mark of the other. */
    List<String> foreign() {
        return List.copyOf(foreign);
    }

    @Override
    public void close() {
        server.close().await();
    }
}
