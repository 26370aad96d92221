package io.godwit.delivery.tls.report;

import io.godwit.core.EmailAddress;
import io.godwit.core.Json;
import io.godwit.delivery.tls.TlsResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The report to a domain about the sessions of a day (RFC 8460 §4).
 *
 * @param contact the address for questions, whose domain is the submitter
 * @param counts at least one
 */
record TlsReport(LocalDate day, String domain, String organization, EmailAddress contact, List<SessionCount> counts) {

    private static final long LAST_SECOND = 86_399;

    TlsReport {
        counts = List.copyOf(counts);
    }

    /** Returns the id, the same at every attempt. */
    String id() {
        return token() + "@" + submitter();
    }

    private String token() {
        var name = day + " " + domain + " " + submitter();
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }

    String submitter() {
        return contact.domain();
    }

    /** Returns the file name of RFC 8460 §5.1. */
    String filename() {
        return String.join(
                        "!",
                        submitter(),
                        domain,
                        String.valueOf(begin()),
                        String.valueOf(begin() + LAST_SECOND),
                        token())
                + ".json.gz";
    }

    private long begin() {
        return day.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
    }

    /** Returns the report as JSON, compressed. */
    byte[] compressed() {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(Json.write(content()).getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private Map<String, @Nullable Object> content() {
        var content = new LinkedHashMap<String, @Nullable Object>();
        content.put("organization-name", organization);
        content.put("date-range", Map.of("start-datetime", day + "T00:00:00Z", "end-datetime", day + "T23:59:59Z"));
        content.put("contact-info", contact.value());
        content.put("report-id", id());
        content.put("policies", policies());
        return content;
    }

    /** Returns the results by policy; two hosts with TLSA records of their own have a policy each. */
    private List<Map<String, @Nullable Object>> policies() {
        return counts.stream()
                .collect(Collectors.groupingBy(
                        count -> count.policy().type() + " " + policyHosts(count),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .map(TlsReport::policy)
                .toList();
    }

    private static String policyHosts(SessionCount count) {
        return switch (count.policy().type()) {
            case TLSA -> String.join(",", count.policy().mxHosts());
            case STS, NO_POLICY_FOUND -> "";
        };
    }

    private static Map<String, @Nullable Object> policy(List<SessionCount> counts) {
        var applied = latest(counts);
        var policy = new LinkedHashMap<String, @Nullable Object>();
        policy.put("policy-type", applied.policy().type().code());
        if (!applied.policy().lines().isEmpty()) {
            policy.put("policy-string", applied.policy().lines());
        }
        policy.put("policy-domain", applied.policy().domain());
        if (!applied.policy().mxHosts().isEmpty()) {
            policy.put("mx-host", applied.policy().mxHosts());
        }
        var failed = counts.stream()
                .filter(count -> count.key().result() != TlsResult.SUCCESS)
                .toList();
        var result = new LinkedHashMap<String, @Nullable Object>();
        result.put("policy", policy);
        result.put(
                "summary",
                Map.of(
                        "total-successful-session-count",
                        sum(counts) - sum(failed),
                        "total-failure-session-count",
                        sum(failed)));
        if (!failed.isEmpty()) {
            result.put(
                    "failure-details", failed.stream().map(TlsReport::failure).toList());
        }
        return result;
    }

    /** Returns a count whose policy has text; the policy could not be fetched in the sessions of others. */
    private static SessionCount latest(List<SessionCount> counts) {
        return counts.stream()
                .filter(count -> !count.policy().lines().isEmpty())
                .findFirst()
                .orElse(counts.get(0));
    }

    private static long sum(List<SessionCount> counts) {
        return counts.stream().mapToLong(SessionCount::sessions).sum();
    }

    private static Map<String, @Nullable Object> failure(SessionCount count) {
        var key = count.key();
        var failure = new LinkedHashMap<String, @Nullable Object>();
        failure.put("result-type", key.result().code());
        if (!key.source().isEmpty()) {
            failure.put("sending-mta-ip", key.source());
        }
        failure.put("receiving-mx-hostname", key.host());
        if (!key.address().isEmpty()) {
            failure.put("receiving-ip", key.address());
        }
        failure.put("failed-session-count", count.sessions());
        key.result().reason().ifPresent(reason -> failure.put("failure-reason-code", reason));
        return failure;
    }

    /** Returns the title of the mail that carries it (RFC 8460 §5.3). */
    String subject() {
        return "Report Domain: " + domain + " Submitter: " + submitter() + " Report-ID: <" + id() + ">";
    }

    /** Returns the lines for a person who opens the mail, as HTML. */
    String summary() {
        var sessions = new ArrayList<String>();
        counts.forEach(count -> sessions.add("<li>" + count.key().host() + ": " + count.sessions() + " "
                + count.key().result().code() + "</li>"));
        return "<p>This is a TLS report (RFC 8460) about email to " + domain + " on " + day + " (UTC):</p><ul>"
                + String.join("", sessions) + "</ul><p>The attached file has the details for machines.</p>";
    }
}
