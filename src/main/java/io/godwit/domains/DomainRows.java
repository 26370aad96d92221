package io.godwit.domains;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import io.godwit.core.id.ProjectId;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads rows of {@code domains}. */
final class DomainRows {

    /** The columns that {@link #domain} reads. */
    static final String COLUMNS = """
            domains.project_id, domains.id, domain, domains.verified, trusted, selector, public_key, next_selector, next_public_key,
            CASE WHEN old_until > now() THEN old_selector END AS old_selector, old_public_key, old_until, findings, fence,
            created_at, updated_at, checked_at, verified_at,
            (SELECT selector FROM domain_ed25519_keys ed25519
              WHERE ed25519.project_id = domains.project_id AND ed25519.domain = domains.domain) AS ed25519_selector,
            (SELECT public_key FROM domain_ed25519_keys ed25519
              WHERE ed25519.project_id = domains.project_id AND ed25519.domain = domains.domain) AS ed25519_public_key
            """;

    /** The DER bytes before the key in the SubjectPublicKeyInfo of an Ed25519 key (RFC 8410 §4). */
    private static final byte[] ED25519_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int ED25519_BYTES = 32;

    private static final Logger LOG = LoggerFactory.getLogger(DomainRows.class);

    private DomainRows() {}

    static Stream<Domain> stream(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false).map(DomainRows::domain);
    }

    static Domain domain(Row row) {
        return new Domain(
                new DomainId(row.getUUID("id")),
                Tenant.system(new ProjectId(row.getUUID("project_id"))),
                row.getString("domain"),
                row.getBoolean("verified"),
                row.getBoolean("trusted"),
                new Domain.Key(row.getString("selector"), base64(row.getBuffer("public_key"))),
                key(row, "next"),
                key(row, "old")
                        .map(key -> new Domain.RetiredKey(
                                key, row.getOffsetDateTime("old_until").toInstant())),
                ed25519(row),
                findings(row.getJsonArray("findings")),
                row.getLong("fence"),
                new Domain.Times(
                        row.getOffsetDateTime("created_at").toInstant(),
                        row.getOffsetDateTime("updated_at").toInstant(),
                        instant(row.getOffsetDateTime("checked_at")),
                        instant(row.getOffsetDateTime("verified_at"))));
    }

    private static Optional<Domain.Key> key(Row row, String which) {
        return Optional.ofNullable(row.getString(which + "_selector"))
                .map(selector -> new Domain.Key(selector, base64(row.getBuffer(which + "_public_key"))));
    }

    private static String base64(Buffer publicKey) {
        return Base64.getEncoder().encodeToString(publicKey.getBytes());
    }

    /**
     * The Ed25519 key without the SubjectPublicKeyInfo around it (RFC 8463 §4.2); empty for a damaged one, which must keep neither the
     * domain's other records nor other domains from their checks.
     */
    private static Optional<Domain.Key> ed25519(Row row) {
        var selector = row.getString("ed25519_selector");
        if (selector == null) {
            return Optional.empty();
        }
        var publicKey = row.getBuffer("ed25519_public_key").getBytes();
        var at = ED25519_PREFIX.length;
        if (publicKey.length != at + ED25519_BYTES || !Arrays.equals(publicKey, 0, at, ED25519_PREFIX, 0, at)) {
            LOG.atError()
                    .addKeyValue("project", row.getUUID("project_id"))
                    .addKeyValue("domain", row.getString("domain"))
                    .log(
                            "The public Ed25519 key of a domain cannot be read, so its record is left out. Delete the domain's row in"
                                    + " domain_ed25519_keys; the next check makes another key");
            return Optional.empty();
        }
        return Optional.of(
                new Domain.Key(selector, base64(Buffer.buffer(publicKey).getBuffer(at, publicKey.length))));
    }

    private static Optional<Instant> instant(@Nullable OffsetDateTime time) {
        return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
    }

    /** The results of the checks of records as {@code domains.findings} has them. */
    static String json(List<RecordCheck> checks) {
        return Json.write(checks.stream().map(DomainRows::members).toList());
    }

    private static Map<String, @Nullable Object> members(RecordCheck check) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("type", check.type().name());
        members.put("host", check.host());
        members.put("status", check.status().name());
        members.put("found", check.found().orElse(null));
        members.put("problem", check.problem().orElse(null));
        return members;
    }

    private static List<RecordCheck> findings(JsonArray array) {
        return array.stream()
                .map(each -> (JsonObject) each)
                .map(each -> new RecordCheck(
                        DnsRecord.Type.valueOf(each.getString("type")),
                        each.getString("host"),
                        RecordCheck.Status.valueOf(each.getString("status")),
                        Optional.ofNullable(each.getString("found")),
                        Optional.ofNullable(each.getString("problem"))))
                .toList();
    }
}
