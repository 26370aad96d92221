package io.godwit.webhooks;

import io.godwit.core.id.ProjectId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The key of an endpoint: one project's calls to about one path of one server, which are claimed together and share a
 * circuit breaker.
 *
 * @param number 56 bits of the server's hash, 8 of the path's
 */
record EndpointKey(ProjectId project, long number) {

    private static final int PATH_BITS = 8;

    /** The key of a server: one project's calls to one host and port. */
    record EndpointServer(ProjectId project, long number) {}

    static EndpointKey of(ProjectId project, String url) {
        var parts = UrlParts.of(url);
        var server = ByteBuffer.wrap(hash(parts.server())).getLong() << PATH_BITS;
        return new EndpointKey(project, server | (hash(parts.endpoint())[0] & 0xff));
    }

    EndpointServer server() {
        return new EndpointServer(project, number >> PATH_BITS);
    }

    /** The hash of a URL without its query. */
    static byte[] urlHash(String url) {
        return Arrays.copyOf(hash(UrlParts.of(url).endpoint()), 16);
    }

    /** The parts of a URL that tell servers and endpoints apart; a URL that cannot be parsed is a server of its own. */
    private record UrlParts(String server, String endpoint) {

        static UrlParts of(String url) {
            try {
                var target = TargetUrlParser.read(url);
                return new UrlParts(target.origin(), target.endpoint());
            } catch (CallRejectedException unreadable) {
                return new UrlParts(url, url);
            }
        }
    }

    private static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("SHA-256 does not work on this Java", impossible);
        }
    }
}
