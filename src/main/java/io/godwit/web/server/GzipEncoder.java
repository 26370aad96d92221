package io.godwit.web.server;

import io.godwit.web.Access;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses JSON answers to reads, where the client takes gzip (RFC 9110 §12.5.3). Answers that may contain a key or a secret
 * are never compressed: their length would reveal it to an attacker who can place text beside it (BREACH, CVE-2013-3587).
 */
final class GzipEncoder {

    /** Less than this is hardly shorter afterwards. */
    private static final int SHORTEST = 1 << 10;

    /** More than this would take longer than some 10 ms of the event loop. */
    private static final int MAX_BYTES = 1 << 20;

    private GzipEncoder() {}

    /** The bytes to send; says in {@code headers} how they are encoded. */
    static byte[] encoded(HttpExchange exchange, Object body, MultiMap headers) {
        var bytes = ResponseWriter.bytes(body);
        if (body instanceof byte[] || body instanceof String || !isCompressible(exchange)) {
            return bytes;
        }
        headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        if (bytes.length <= SHORTEST || bytes.length > MAX_BYTES || !isAccepted(exchange)) {
            return bytes;
        }
        headers.set(HttpHeaders.CONTENT_ENCODING, "gzip");
        return compressed(bytes);
    }

    /**
     * True for reads whose answer holds no secret: routes of users and open routes may answer with tokens and keys, other routes
     * declare it.
     */
    private static boolean isCompressible(HttpExchange exchange) {
        return exchange.routeIfAny()
                .filter(route -> route.method().equals(HttpMethod.GET)
                        && route.access() != Access.OPEN
                        && route.access() != Access.USER
                        && !route.confidential())
                .isPresent();
    }

    private static boolean isAccepted(HttpExchange exchange) {
        var accepted = exchange.request().getHeader(HttpHeaders.ACCEPT_ENCODING);
        if (accepted == null) {
            return false;
        }
        for (var coding : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
            var parts = coding.replace(" ", "").split(";", -1);
            if (parts[0].equals("gzip")) {
                return parts.length == 1 || !parts[1].matches("q=0(\\.0*)?");
            }
        }
        return false;
    }

    private static byte[] compressed(byte[] bytes) {
        var packed = new ByteArrayOutputStream(bytes.length / 4);
        try (var stream = new Fast(packed)) {
            stream.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return packed.toByteArray();
    }

    /** Compresses at the fastest level, which already gains most of what can be gained with JSON. */
    private static final class Fast extends GZIPOutputStream {

        private Fast(ByteArrayOutputStream into) throws IOException {
            super(into);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
