package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bodies that are too large are refused as soon as that is known, and cost the server nothing. */
final class LargeBodiesIT {

    private static final int TIMES = 40;
    private static final long MB = 1 << 20;
    private static final byte[] PIECE = new byte[64 << 10];

    private static JarServer server;

    @BeforeAll
    static void start() {
        server = JarServer.startUnpacked(Map.of("GODWIT_RATE_LIMIT_PER_MINUTE", "0"));
        var mail = new JsonObject()
                .put("to", "ada@example.com")
                .put("from", "hello@example.test")
                .put("subject", "Warm")
                .put("body", "<p>warm</p>")
                .put(
                        "attachments",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("filename", "warm.txt")
                                        .put("contentType", "text/plain")
                                        .put("content", "AAAA".repeat(2 << 20))));
        for (var number = 0; number < 3; number++) {
            assertThat(server.api().post("/v1/send", key(), mail).status()).isEqualTo(200);
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> new JsonArray(server.api()
                                        .get("/dev/mailbox/messages?heads=true", "none")
                                        .text())
                                .size()
                        == 3);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aClaimedGigabyteIsRefusedAtOnce() throws IOException {
        assertRefused("Content-Length: 1073741824", "413");
    }

    @Test
    void oneMegabyteMoreThanAllowedIsRefusedAtOnce() throws IOException {
        assertRefused("Content-Length: " + 41 * MB, "413");
    }

    /** Nothing is inflated, so nothing can grow. */
    @Test
    void aCompressedBodyIsRefusedWithoutALook() throws IOException {
        assertRefused("Content-Encoding: gzip\r\nContent-Length: " + 10 * MB, "415");
    }

    @Test
    void chunksWithoutEndAreRefusedWhenTheyAreTooManyAndForgotten() throws IOException {
        for (var number = 0; number < 3; number++) {
            assertThat(answer("Transfer-Encoding: chunked", true)).startsWith("HTTP/1.1 413");
        }

        await().atMost(Duration.ofSeconds(10)).until(() -> server.api()
                .get("/metrics", "none")
                .text()
                .contains("godwit_http_body_budget_free_bytes{callers=\"other\"} 1.00663296E8"));
    }

    private static void assertRefused(String headers, String status) throws IOException {
        var before = resident();

        for (var number = 0; number < TIMES; number++) {
            // No body is sent: a server that waited for one would answer 408.
            assertThat(answer(headers, false)).startsWith("HTTP/1.1 " + status);
        }

        assertThat(resident() - before).isLessThan(64);
    }

    /** Sends the head, and chunks of 64 KB until it is answered where there shall be no end. */
    private static String answer(String headers, boolean endless) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            var out = socket.getOutputStream();
            out.write(("POST /v1/send HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key()
                            + "\r\nContent-Type: application/json\r\n" + headers + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            try {
                while (endless && socket.getInputStream().available() == 0) {
                    out.write("10000\r\n".getBytes(StandardCharsets.US_ASCII));
                    out.write(PIECE);
                    out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
                }
            } catch (SocketException closed) {
                // The answer came and the server hung up; it is read below.
            }
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    private static String key() {
        return server.demo().getString("secretKey");
    }

    /** Resident memory of the server in MB. */
    private static long resident() {
        try {
            return Files.readAllLines(Path.of("/proc/" + server.pid() + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
