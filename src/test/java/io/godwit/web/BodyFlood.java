package io.godwit.web;

import io.godwit.kit.TestServer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bodies of the largest size their routes take, one after the other on each of many connections, each sent in pieces over some
 * time.
 */
final class BodyFlood {

    /** A request whose body is filled up with blanks to the limit of its route. */
    record FilledRequest(String method, String path, String key, String type, String head, String tail, long length) {

        private Buffer line(URI base) {
            var authorization = key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n";
            return Buffer.buffer(method + " " + path + " HTTP/1.1\r\nHost: " + base.getAuthority() + "\r\n"
                    + authorization + "Content-Type: " + type + "\r\nContent-Length: " + length + "\r\n\r\n");
        }

        private Buffer body() {
            var filler = " ".repeat((int) length - head.length() - tail.length());
            return Buffer.buffer((head + filler + tail).getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static final int PIECES = 8;

    private final Vertx vertx;
    private final URI base;
    private final List<FilledRequest> requests;
    private final Duration pause;
    private final NetClient client;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger next = new AtomicInteger();
    private final Map<String, AtomicInteger> resultToCount = new ConcurrentSkipListMap<>();

    /**
     * Begins at once.
     *
     * @param pause between two pieces of a body
     */
    BodyFlood(Vertx vertx, TestServer target, List<FilledRequest> requests, int connections, Duration pause) {
        this.vertx = vertx;
        this.base = URI.create(target.baseUrl());
        this.requests = requests;
        this.pause = pause;
        this.client = vertx.createNetClient();
        for (var each = 0; each < connections; each++) {
            ask();
        }
    }

    private void ask() {
        if (over.get()) {
            return;
        }
        var request = requests.get(next.getAndIncrement() % requests.size());
        client.connect(base.getPort(), "127.0.0.1")
                .onSuccess(socket -> send(socket, request))
                .onFailure(refused -> askAgain("refused"));
    }

    private void send(NetSocket socket, FilledRequest request) {
        var result = new StringBuilder();
        socket.handler(piece -> {
            result.append(piece.toString(StandardCharsets.ISO_8859_1));
            if (result.length() > 12) {
                socket.close();
            }
        });
        socket.exceptionHandler(ignored -> {});
        socket.closeHandler(ignored -> askAgain(result.length() > 12 ? result.substring(9, 12) : "cut"));
        socket.write(request.line(base));
        sendBody(socket, request.body(), 0);
    }

    private void sendBody(NetSocket socket, Buffer body, int piece) {
        if (piece == PIECES || over.get()) {
            return;
        }
        var size = body.length() / PIECES;
        var end = piece == PIECES - 1 ? body.length() : (piece + 1) * size;
        socket.write(body.slice(piece * size, end))
                .onSuccess(ignored ->
                        vertx.setTimer(Math.max(1, pause.toMillis()), later -> sendBody(socket, body, piece + 1)));
    }

    private void askAgain(String result) {
        resultToCount.computeIfAbsent(result, ignored -> new AtomicInteger()).incrementAndGet();
        vertx.setTimer(10, ignored -> ask());
    }

    void stop() {
        over.set(true);
        client.close().await();
    }

    /** Returns how often the server answered with this status. */
    int count(int status) {
        var count = resultToCount.get(String.valueOf(status));
        return count == null ? 0 : count.get();
    }

    @Override
    public String toString() {
        return resultToCount + " of "
                + requests.stream().map(FilledRequest::path).distinct().toList();
    }
}
