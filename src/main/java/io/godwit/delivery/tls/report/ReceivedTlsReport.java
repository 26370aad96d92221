package io.godwit.delivery.tls.report;

import io.godwit.core.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A report that somebody sent about mail to a domain of ours (RFC 8460 §4).
 *
 * @param domain the policy domain, of its first policy
 * @param successes the sessions of all policies
 * @param json the report as it came
 */
record ReceivedTlsReport(
        String organization,
        String reportId,
        Optional<String> contact,
        String domain,
        Optional<Instant> begin,
        Optional<Instant> end,
        long successes,
        long failures,
        String json) {

    private static final int MAX_JSON_BYTES = 4 << 20;
    private static final int MAX_TEXT = 255;
    private static final int GZIP_MAGIC = 0x1f;

    /** Parses a report, compressed or not; empty for anything else, and for more than 4 MB. */
    static Optional<ReceivedTlsReport> parse(byte[] file) {
        try {
            return decompressed(file).flatMap(json -> of(json, Json.readObject(json)));
        } catch (IOException | IllegalArgumentException | ClassCastException noReport) {
            return Optional.empty();
        }
    }

    private static Optional<String> decompressed(byte[] file) throws IOException {
        if (file.length == 0 || file[0] != GZIP_MAGIC) {
            return text(file);
        }
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(file))) {
            return text(gzip.readNBytes(MAX_JSON_BYTES + 1));
        }
    }

    private static Optional<String> text(byte[] json) {
        var text = new String(json, StandardCharsets.UTF_8);
        return json.length > MAX_JSON_BYTES || text.contains("\\u0000") || text.indexOf('\0') >= 0
                ? Optional.empty()
                : Optional.of(text);
    }

    private static Optional<ReceivedTlsReport> of(String json, Map<String, @Nullable Object> report) {
        var policies = list(report.get("policies"));
        var id = text(report, "report-id");
        if (policies.isEmpty() || id.isEmpty()) {
            return Optional.empty();
        }
        var range = map(report.get("date-range"));
        return Optional.of(new ReceivedTlsReport(
                text(report, "organization-name").orElse(""),
                id.get(),
                text(report, "contact-info"),
                text(map(map(policies.get(0)).get("policy")), "policy-domain").orElse(""),
                time(range, "start-datetime"),
                time(range, "end-datetime"),
                sum(policies, "total-successful-session-count"),
                sum(policies, "total-failure-session-count"),
                json));
    }

    private static long sum(List<?> policies, String count) {
        return policies.stream()
                .map(policy -> map(map(policy).get("summary")).get(count))
                .mapToLong(number -> number instanceof Number sessions ? Math.max(0, sessions.longValue()) : 0)
                .sum();
    }

    private static Optional<Instant> time(Map<String, @Nullable Object> range, String name) {
        try {
            return text(range, name).map(Instant::parse);
        } catch (DateTimeParseException noTime) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Map<String, @Nullable Object> object, String name) {
        return object.get(name) instanceof String text && !text.isBlank()
                ? Optional.of(text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text)
                : Optional.empty();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
    }
}
