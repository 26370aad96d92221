package io.godwit.dashboard;

import io.godwit.web.ApiResponse;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * One built file of the dashboard. Its name contains a hash of its content, so a copy of it never becomes stale.
 *
 * @param type its media type
 * @param tag an entity tag without quotes; each encoding has a tag of its own (RFC 9110 §8.8.3)
 */
record Asset(String type, String tag, byte[] brotli, byte[] gzip) {

    private static final String FOREVER = "public, max-age=31536000, immutable";

    /** Answers the copy the client prefers, or 304 when it has it; every browser takes one of the two encodings. */
    ApiResponse response(String acceptEncoding, String ifNoneMatch) {
        var takesBrotli = accepts(acceptEncoding, "br");
        var shown = "\"" + tag + (takesBrotli ? "-br\"" : "-gz\"");
        var headers = Map.of(
                "Content-Type", type,
                "Content-Encoding", takesBrotli ? "br" : "gzip",
                "Cache-Control", FOREVER,
                "Vary", "Accept-Encoding",
                "ETag", shown,
                "Cross-Origin-Resource-Policy", "same-origin");
        return isNamed(ifNoneMatch, shown)
                ? new ApiResponse(304, null, without(headers))
                : new ApiResponse(200, takesBrotli ? brotli : gzip, headers);
    }

    private static Map<String, String> without(Map<String, String> headers) {
        var rest = new java.util.HashMap<>(headers);
        rest.keySet().removeAll(java.util.List.of("Content-Type", "Content-Encoding"));
        return rest;
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
