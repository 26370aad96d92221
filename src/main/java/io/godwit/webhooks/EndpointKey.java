package io.godwit.webhooks;

import io.godwit.core.id.ProjectId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * One project's calls to about one path of one server: what is claimed together, and closed together after many failures.
 *
 * @param number 56 bits of the server, 8 of the path
 */
record EndpointKey(ProjectId project, long number) {

    private static final int PATH_BITS = 8;

    /** The project's calls to one host and port. */
    record EndpointServer(ProjectId project, long number) {}

    static EndpointKey of(ProjectId project, String url) {
        var place = UrlParts.of(url);
        var server = ByteBuffer.wrap(hash(place.server())).getLong() << PATH_BITS;
        return new EndpointKey(project, server | (hash(place.endpoint())[0] & 0xff));
    }

    EndpointServer server() {
        return new EndpointServer(project, number >> PATH_BITS);
    }

    /** Names a URL without its query. */
    static byte[] urlHash(String url) {
        return java.util.Arrays.copyOf(hash(UrlParts.of(url).endpoint()), 16);
    }

    /** What of a URL tells servers and endpoints apart; a URL that cannot be read is a server of its own. */
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
