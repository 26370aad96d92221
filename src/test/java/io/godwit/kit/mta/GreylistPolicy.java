package io.godwit.kit.mta;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A greylist for Postfix, by its policy protocol (SMTPD_POLICY_README): the first try of each client address, sender and recipient is
 * deferred, and each further one until a time has passed (RFC 6647 section 2).
 */
public final class GreylistPolicy implements AutoCloseable {

    private final ServerSocket socket;
    private final Duration delay;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Long> tripletToFirst = new ConcurrentHashMap<>();
    private final AtomicInteger deferred = new AtomicInteger();
    private final AtomicInteger early = new AtomicInteger();

    private GreylistPolicy(ServerSocket socket, Duration delay) {
        this.socket = socket;
        this.delay = delay;
    }

    /** Listens on a free port. */
    public static GreylistPolicy start(Duration delay) {
        try {
            var socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
            var policy = new GreylistPolicy(socket, delay);
            policy.threads.execute(policy::accept);
            return policy;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The line of {@code main.cf} that asks for it. */
    public String setting() {
        return "smtpd_recipient_restrictions = check_policy_service inet:127.0.0.1:" + socket.getLocalPort()
                + ", permit\n";
    }

    /** The number of tries it has deferred. */
    public int deferred() {
        return deferred.get();
    }

    /** The number of tries, of those it has deferred, that were not the first of their email. */
    public int early() {
        return early.get();
    }

    private void accept() {
        try {
            while (true) {
                var client = socket.accept();
                threads.execute(() -> answer(client));
            }
        } catch (IOException closed) {
            // The policy is closed.
        }
    }

    private void answer(Socket client) {
        try (client;
                var input =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            var request = new HashMap<String, String>();
            for (var line = input.readLine(); line != null; line = input.readLine()) {
                if (line.isEmpty()) {
                    client.getOutputStream()
                            .write(("action=" + action(request) + "\n\n").getBytes(StandardCharsets.UTF_8));
                    request.clear();
                } else {
                    var parts = line.split("=", 2);
                    request.put(parts[0], parts[1]);
                }
            }
        } catch (IOException gone) {
            // Postfix closes connections as it likes.
        }
    }

    private String action(Map<String, String> request) {
        var now = System.nanoTime();
        var triplet = request.get("client_address") + " " + request.get("sender") + " " + request.get("recipient");
        var first = tripletToFirst.putIfAbsent(triplet, now);
        if (first != null && now - first >= delay.toNanos()) {
            return "dunno";
        }
        deferred.incrementAndGet();
        early.addAndGet(first == null ? 0 : 1);
        return "defer_if_permit Greylisted, try again in " + delay.toSeconds() + " seconds";
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        threads.shutdownNow();
    }
}
