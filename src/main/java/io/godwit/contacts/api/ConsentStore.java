package io.godwit.contacts.api;

import io.godwit.contacts.ConsentSource.Kind;
import io.godwit.contacts.OptOut;
import io.godwit.contacts.api.ConsentResponse.ConsentChange;
import io.godwit.contacts.api.ConsentResponse.ConsentEvidence;
import io.godwit.contacts.api.ConsentResponse.ConsentType;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the changes of a contact's subscription: the first one from its row, the others from the event log. */
final class ConsentStore {

    private static final String FIND = """
            SELECT subscribed, opt_out, origin::text AS origin, created_at FROM contacts WHERE project_id = $1 AND id = $2
            """;

    /** The names are those of the partial index {@code events_of_consent}. */
    private static final String CHANGES = """
            SELECT name, data::text AS data, email_id, created_at
              FROM events
             WHERE project_id = $1 AND contact_id = $2 AND name IN ('contact.subscribed', 'contact.unsubscribed')
             ORDER BY id DESC
             LIMIT $3
            """;

    private static final String USERS = "SELECT id, email FROM users WHERE id = ANY ($1::uuid[])";

    /**
     * The subscription of a contact.
     *
     * @param first the subscription it was created with; empty for contacts that are older than this record
     */
    record ConsentState(boolean subscribed, Optional<OptOut> optOut, Optional<ConsentChange> first) {}

    Future<Optional<ConsentState>> find(SqlClient db, Tenant tenant, ContactId contact) {
        return db.preparedQuery(FIND)
                .mapping(ConsentStore::state)
                .execute(Tuple.of(tenant.project().value(), contact.value()))
                .map(rows -> rows.stream().findFirst());
    }

    private static ConsentState state(Row row) {
        var at = row.getOffsetDateTime("created_at").toInstant();
        var first = Optional.ofNullable(row.getString("origin")).map(Json::readObject);
        return new ConsentState(
                row.getBoolean("subscribed"),
                Optional.ofNullable(row.getString("opt_out")).map(OptOut::valueOf),
                first.map(data -> change(Boolean.TRUE.equals(data.get("subscribed")), at, true, data, null)));
    }

    /** Answers changes, the latest first. */
    Future<List<ConsentChange>> changes(SqlClient db, Tenant tenant, ContactId contact, int limit) {
        return db.preparedQuery(CHANGES)
                .mapping(ConsentStore::change)
                .execute(Tuple.of(tenant.project().value(), contact.value(), limit))
                .map(rows -> rows.stream().toList());
    }

    private static ConsentChange change(Row row) {
        var text = row.getString("data");
        return change(
                row.getString("name").equals("contact.subscribed"),
                row.getOffsetDateTime("created_at").toInstant(),
                false,
                text == null ? Map.of() : Json.readObject(text),
                row.getUUID("email_id"));
    }

    private static ConsentChange change(
            boolean subscribed, Instant at, boolean first, Map<String, @Nullable Object> data, @Nullable UUID email) {
        var source = source(data, email);
        var evidence = new ConsentEvidence(
                Optional.ofNullable(email).map(UUID::toString),
                text(data, "jobId"),
                text(data, "executionId"),
                text(data, "userId"),
                Optional.empty(),
                text(data, "proof"));
        return new ConsentChange(type(subscribed, source), at, first, source, evidence);
    }

    private static ConsentType type(boolean subscribed, Optional<Kind> source) {
        if (!subscribed) {
            return ConsentType.UNSUBSCRIBED;
        }
        return source.filter(Kind.LINK::equals).isPresent() ? ConsentType.CONFIRMED : ConsentType.SUBSCRIBED;
    }

    /** Events of bounces and complaints say a reason; those of links had an email and nothing else before they had a source. */
    private static Optional<Kind> source(Map<String, @Nullable Object> data, @Nullable UUID email) {
        if ("bounce".equals(data.get("reason"))) {
            return Optional.of(Kind.BOUNCE);
        }
        if ("complaint".equals(data.get("reason"))) {
            return Optional.of(Kind.COMPLAINT);
        }
        return text(data, "source").map(Kind::valueOf).or(() -> Optional.ofNullable(email)
                .map(ignored -> Kind.LINK));
    }

    private static Optional<String> text(Map<String, @Nullable Object> data, String name) {
        return Optional.ofNullable(data.get(name)).map(Object::toString);
    }

    /** Answers the addresses of users that still exist. */
    Future<Map<String, String>> users(SqlClient db, Set<UUID> users) {
        if (users.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return db.preparedQuery(USERS)
                .execute(Tuple.of((Object) users.toArray(UUID[]::new)))
                .map(rows -> {
                    var idToEmail = new HashMap<String, String>();
                    rows.forEach(row -> idToEmail.put(row.getUUID(0).toString(), row.getString(1)));
                    return idToEmail;
                });
    }
}
