package io.godwit.dashboard;

import io.godwit.web.ApiResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * One built file of the dashboard. Its name contains a hash of its content, so a copy of it never becomes stale.
 *
 * @param type its media type
 * @param tag an entity tag without quotes; each encoding has a tag of its own (RFC 9110 §8.8.3)
 */
record Asset(String type, String tag, byte[] brotli, byte[] gzip) {

    private static final String FOREVER = "public, max-age=31536000, immutable";

    /** Answers the copy the client prefers, or 304 when it has it. */
    ApiResponse response(String acceptEncoding, String ifNoneMatch) {
        var coding = Stream.of("br", "gzip")
                .filter(each -> accepts(acceptEncoding, each))
                .findFirst()
                .orElse("identity");
        var shown = "\"" + tag + "-" + coding + "\"";
        var headers = new HashMap<>(Map.of(
                "Cache-Control",
                FOREVER,
                "Vary",
                "Accept-Encoding",
                "ETag",
                shown,
                "Cross-Origin-Resource-Policy",
                "same-origin"));
        if (isNamed(ifNoneMatch, shown)) {
            return new ApiResponse(304, null, headers);
        }
        headers.put("Content-Type", type);
        if (coding.equals("identity")) {
            return new ApiResponse(200, plain(), headers);
        }
        headers.put("Content-Encoding", coding);
        return new ApiResponse(200, coding.equals("br") ? brotli : gzip, headers);
    }

    /** For the rare client that takes no encoding; no browser does. */
    private byte[] plain() {
        try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return unpacked.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** True when the client names the coding, and not with the weight 0 (RFC 9110 §12.5.3). */
    private static boolean accepts(String acceptEncoding, String coding) {
        return Arrays.stream(acceptEncoding.toLowerCase(Locale.ROOT).split(",", -1))
                .map(part -> part.replace(" ", ""))
                .anyMatch(part ->
                        part.equals(coding) || (part.startsWith(coding + ";") && !part.matches(".*;q=0(\\.0*)?")));
    }

    private static boolean isNamed(String ifNoneMatch, String tag) {
        return Arrays.stream(ifNoneMatch.split(",", -1))
                .map(String::strip)
                .map(one -> one.startsWith("W/") ? one.substring(2) : one)
                .anyMatch(one -> one.equals(tag) || one.equals("*"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Asset asset && tag.equals(asset.tag) && type.equals(asset.type);
    }

    @Override
    public int hashCode() {
        return tag.hashCode();
    }

    @Override
    public String toString() {
        return type + " " + tag;
    }
}
