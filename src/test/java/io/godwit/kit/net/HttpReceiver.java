package io.godwit.kit.net;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;

/** An HTTP server over bare sockets that answers each path as a test scripts it; without a script with 200. */
public final class HttpReceiver implements AutoCloseable {

    /** One request. Names of headers are in lower case. */
    public record Hit(String method, String path, Map<String, String> headers, String body, Instant at) {}

    /** The answer to one request; the connection is closed afterwards. */
    @FunctionalInterface
    public interface Manner {
        void answer(Socket socket, OutputStream out) throws IOException, InterruptedException;
    }

    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Deque<Manner>> pathToManners = new ConcurrentHashMap<>();
    private final List<Hit> hits = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Socket> waiting = new ArrayList<>();
    private final AtomicInteger mostTogether = new AtomicInteger();
    private final AtomicLong written = new AtomicLong();

    private HttpReceiver(ServerSocketFactory factory, String address, int port) {
        try {
            server = factory.createServerSocket(port, 200, InetAddress.getByName(address));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        threads.execute(this::accept);
    }

    public static HttpReceiver start() {
        return start(ServerSocketFactory.getDefault());
    }

    /** With sockets of the test's own kind. */
    public static HttpReceiver start(ServerSocketFactory factory) {
        return new HttpReceiver(factory, "127.0.0.1", 0);
    }

    /** At another of this machine's addresses. */
    public static HttpReceiver at(String address, int port) {
        return new HttpReceiver(ServerSocketFactory.getDefault(), address, port);
    }

    public int port() {
        return server.getLocalPort();
    }

    public String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    /** The requests to a path are answered in these manners, one after the other; the last one goes on. The query is ignored. */
    public HttpReceiver on(String path, Manner... manners) {
        pathToManners.put(path, new ArrayDeque<>(List.of(manners)));
        return this;
    }

    public List<Hit> hits() {
        return List.copyOf(hits);
    }

    public List<Hit> hits(String path) {
        return hits.stream()
                .filter(hit -> withoutQuery(hit.path()).equals(path))
                .toList();
    }

    public int connections() {
        return connections.get();
    }

    /** The most requests whose clients waited for an answer at one moment. */
    public int mostTogether() {
        return mostTogether.get();
    }

    /** Bytes of endless answers that went out. */
    public long written() {
        return written.get();
    }

    public static Manner status(int status, String... headers) {
        return body(status, "answer " + status, headers);
    }

    public static Manner body(int status, String body, String... headers) {
        return (ignored, out) -> {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            out.write(head(status, "Content-Length: " + bytes.length, headers));
            out.write(bytes);
        };
    }

    /** The connection ends with a reset in the place of an answer. */
    public static Manner reset() {
        return (socket, ignored) -> socket.setSoLinger(true, 0);
    }

    /** Reads bytes of any kind. */
    public static Manner raw(String bytes) {
        return (ignored, out) -> out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Nothing until the gate opens, then 200. */
    public static Manner silence(CountDownLatch gate) {
        return (socket, out) -> {
            gate.await();
            status(200).answer(socket, out);
        };
    }

    /** A head, then a byte now and then until the gate opens or the client hangs up. */
    public static Manner drip(CountDownLatch gate) {
        return (ignored, out) -> {
            out.write(head(200, "Content-Length: 100000"));
            while (!gate.await(50, java.util.concurrent.TimeUnit.MILLISECONDS)) {
                out.write('.');
                out.flush();
            }
        };
    }

    /** The same block over and over, {@code bytes} in all unless the client hangs up. */
    public Manner endless(long bytes, byte[] block, String... headers) {
        return (ignored, out) -> {
            out.write(head(200, "Content-Length: " + bytes, headers));
            for (var left = bytes; left > 0; left -= block.length) {
                out.write(block);
                written.addAndGet(block.length);
            }
        };
    }

    private static byte[] head(int status, String length, String... headers) {
        var lines = new StringBuilder("HTTP/1.1 " + status + " Said\r\n" + length + "\r\nConnection: close\r\n");
        for (var header : headers) {
            lines.append(header).append("\r\n");
        }
        return lines.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                connections.incrementAndGet();
                open.add(socket);
                threads.execute(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var hit = read(socket.getInputStream());
            count(socket);
            hits.add(hit);
            var out = new BufferedOutputStream(socket.getOutputStream());
            manner(withoutQuery(hit.path())).answer(socket, out);
            out.flush();
        } catch (IOException | InterruptedException hungUp) {
            // The client has gone, or the test is over.
        } finally {
            synchronized (waiting) {
                waiting.remove(socket);
            }
            open.remove(socket);
        }
    }

    /** Asks the others at this very moment, because a thread that serves a client notices late that it has gone. */
    private void count(Socket socket) {
        synchronized (waiting) {
            waiting.removeIf(HttpReceiver::hungUp);
            waiting.add(socket);
            mostTogether.accumulateAndGet(waiting.size(), Math::max);
        }
    }

    /** A client that has sent its request sends nothing more, so there is only the end to be read. */
    private static boolean hungUp(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException waits) {
            return false;
        } catch (IOException broken) {
            return true;
        }
    }

    private Manner manner(String path) {
        var manners = pathToManners.getOrDefault(path, new ArrayDeque<>(List.of(status(200))));
        synchronized (manners) {
            return manners.size() > 1 ? manners.removeFirst() : manners.getFirst();
        }
    }

    private static String withoutQuery(String path) {
        return path.split("\\?", 2)[0];
    }

    private static Hit read(InputStream in) throws IOException {
        var request = line(in).split(" ", 3);
        var headers = new TreeMap<String, String>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            var colon = line.indexOf(':');
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (one, other) -> one + "\n" + other);
        }
        var length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        var body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Hit(request[0], request[1], headers, body, Instant.now());
    }

    private static String line(InputStream in) throws IOException {
        var line = new java.io.ByteArrayOutputStream();
        for (var octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new IOException("The client hung up");
            }
            line.write(octet);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (var socket : open) {
                socket.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        threads.shutdownNow();
    }
}
