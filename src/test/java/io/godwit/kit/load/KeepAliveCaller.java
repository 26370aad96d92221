package io.godwit.kit.load;

import io.godwit.kit.ApiClient.Response;
import io.vertx.core.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client with one connection that it keeps until an answer says {@code Connection: close}, and that tells of every connection
 * that breaks under a request: it repeats nothing. Used by one thread.
 */
public final class KeepAliveCaller implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 40_000;

    private final InetSocketAddress address;
    private Socket socket = new Socket();
    private InputStream answers = InputStream.nullInputStream();
    private boolean connected;

    /** Connects with the first call. */
    public KeepAliveCaller(int port) {
        this.address = new InetSocketAddress("127.0.0.1", port);
    }

    /**
     * Posts and reads the whole answer. Fails with an {@link UncheckedIOException}: of a {@link java.net.ConnectException} when
     * nobody listens, of another cause when the connection broke.
     */
    public Response post(String path, String key, JsonObject body) {
        try {
            connect();
            write(path, key, body.encode().getBytes(StandardCharsets.UTF_8));
            return read();
        } catch (IOException broken) {
            close();
            throw new UncheckedIOException(broken);
        }
    }

    private void connect() throws IOException {
        if (!connected) {
            socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address);
            answers = new BufferedInputStream(socket.getInputStream());
            connected = true;
        }
    }

    private void write(String path, String key, byte[] body) throws IOException {
        var head = "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + address.getPort() + "\r\nAuthorization: Bearer "
                + key + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        var request = new byte[head.length() + body.length];
        System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
        System.arraycopy(body, 0, request, head.length(), body.length);
        socket.getOutputStream().write(request);
    }

    private Response read() throws IOException {
        var status = Integer.parseInt(line().split(" ", 3)[1]);
        var headers = headers();
        var length = headers.firstValueAsLong("content-length").orElse(0);
        var text = new String(answers.readNBytes((int) length), StandardCharsets.UTF_8);
        if (isLast(headers)) {
            close();
        }
        return new Response(status, headers, text, text.startsWith("{") ? new JsonObject(text) : new JsonObject());
    }

    /** Tells whether the answer with these headers ends its connection. */
    public static boolean isLast(HttpHeaders headers) {
        return headers.firstValue("connection")
                .filter("close"::equalsIgnoreCase)
                .isPresent();
    }

    private HttpHeaders headers() throws IOException {
        var nameToValues = new TreeMap<String, List<String>>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var colon = line.indexOf(':');
            nameToValues
                    .computeIfAbsent(line.substring(0, colon), ignored -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return HttpHeaders.of(Map.copyOf(nameToValues), (name, ignored) -> true);
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (var next = answers.read(); next != '\n'; next = answers.read()) {
            if (next < 0) {
                throw new EOFException("The connection ended without an answer");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        connected = false;
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
