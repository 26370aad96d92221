package io.godwit.webhooks;

import io.godwit.core.ProjectId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * One project's calls to about one path of one server: what is claimed together, and closed together after many failures.
 *
 * @param number 56 bits of the server, 8 of the path
 */
record Lane(ProjectId project, long number) {

    private static final int PATH_BITS = 8;

    /** The project's calls to one host and port. */
    record Server(ProjectId project, long number) {}

    static Lane of(ProjectId project, String url) {
        var place = Place.of(url);
        var server = ByteBuffer.wrap(hash(place.server())).getLong() << PATH_BITS;
        return new Lane(project, server | (hash(place.endpoint())[0] & 0xff));
    }

    Server server() {
        return new Server(project, number >> PATH_BITS);
    }

    /** Names a URL without its query. */
    static byte[] urlHash(String url) {
        return java.util.Arrays.copyOf(hash(Place.of(url).endpoint()), 16);
    }

    /** What of a URL tells servers and endpoints apart; a URL that cannot be read is a server of its own. */
    private record Place(String server, String endpoint) {

        static Place of(String url) {
            try {
                var target = TargetReader.read(url);
                return new Place(target.origin(), target.endpoint());
            } catch (Refused unreadable) {
                return new Place(url, url);
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
