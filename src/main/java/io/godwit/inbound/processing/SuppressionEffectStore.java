package io.godwit.inbound.processing;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.inbound.processing.ReportEffects.SoftSignal;
import io.godwit.inbound.processing.ReportEffects.SuppressionEffect;
import io.godwit.inbound.processing.ReportEffects.Unsubscribe;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Writes the effects of reports outside the log: {@code suppressions}, {@code address_signs} and the subscription of
 * {@code contacts}.
 */
final class SuppressionEffectStore {

    /** Adds suppressions. A dead address outranks a complaint, which still allows transactional emails. */
    private static final String SUPPRESS = """
            INSERT INTO suppressions (project_id, email, reason, evidence, email_id)
            SELECT DISTINCT ON (project_id, address) project_id, address, reason, evidence, email_id
              FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[])
                   AS against (project_id, address, reason, evidence, email_id)
             ORDER BY project_id, address, reason
                ON CONFLICT (project_id, email) DO UPDATE
               SET reason = EXCLUDED.reason, evidence = EXCLUDED.evidence, email_id = EXCLUDED.email_id
             WHERE suppressions.reason = 'COMPLAINT' AND EXCLUDED.reason = 'BOUNCE'
            """;

    /** Adds evidence, in one order for all nodes, because an {@code address_signs} row is locked. */
    private static final String SUPPRESS_CONFIRMED = """
            WITH sign AS MATERIALIZED (
                SELECT *
                  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[])
                       AS sign (project_id, address, kind, evidence, email_id, doubt)
                 ORDER BY project_id, address, email_id),
            dead AS MATERIALIZED (
                SELECT * FROM sign WHERE confirms_dead_address(project_id, address, kind, email_id, doubt)),
            suppressed AS (
                INSERT INTO suppressions (project_id, email, reason, evidence, email_id)
                SELECT DISTINCT ON (project_id, address) project_id, address, 'BOUNCE', evidence, email_id FROM dead
                ON CONFLICT DO NOTHING)
            SELECT email_id FROM dead
            """;

    /**
     * Unsubscribes contacts, and writes the opt-out of those that are unsubscribed already; a former address of a contact says nothing
     * about the contact. Contacts are locked before they are looked at: a workflow may be unsubscribing one, and then the
     * opt-out of the person would be lost beside that of the project.
     */
    private static final String UNSUBSCRIBE = """
            WITH leaving AS MATERIALIZED (
                SELECT DISTINCT ON (project_id, id, address) *
                  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::boolean[])
                       AS leaving (project_id, id, address, email_id, opted_out)
                 ORDER BY project_id, id, address, opted_out DESC, email_id),
            locked AS MATERIALIZED (
                SELECT contacts.project_id, contacts.id, subscribed, opt_out, email_id, opted_out
                  FROM leaving
                  JOIN contacts ON contacts.project_id = leaving.project_id AND contacts.id = leaving.id
                 WHERE contacts.email = leaving.address
                 ORDER BY contacts.project_id, contacts.email
                   FOR UPDATE OF contacts),
            unsubscribed AS (
                UPDATE contacts
                   SET subscribed = false, opt_out = CASE WHEN locked.opted_out THEN 'PERSON' END, updated_at = now()
                  FROM locked
                 WHERE contacts.project_id = locked.project_id AND contacts.id = locked.id
                   AND (locked.subscribed
                        OR locked.opted_out AND (locked.opt_out IS NULL OR locked.opt_out = 'PROJECT'))
                RETURNING contacts.project_id, locked.email_id, locked.subscribed AS was_subscribed),
            counted AS (
                INSERT INTO contact_deltas (project_id, id, deltas)
                SELECT project_id, gen_random_uuid(), jsonb_build_object('subscribed', -count(*))
                  FROM unsubscribed WHERE was_subscribed GROUP BY project_id)
            SELECT email_id FROM unsubscribed WHERE was_subscribed
            """;

    Future<Void> suppress(SqlClient tx, List<SuppressionEffect> suppressions) {
        return suppressions.isEmpty()
                ? Future.succeededFuture()
                : tx.preparedQuery(SUPPRESS).execute(keys(suppressions)).mapEmpty();
    }

    private static Tuple keys(List<SuppressionEffect> suppressions) {
        return Tuple.tuple()
                .addArrayOfUUID(suppressions.stream()
                        .map(one -> one.key().project().value())
                        .toArray(UUID[]::new))
                .addArrayOfString(
                        suppressions.stream().map(SuppressionEffect::address).toArray(String[]::new))
                .addArrayOfString(
                        suppressions.stream().map(SuppressionEffect::reason).toArray(String[]::new))
                .addArrayOfString(
                        suppressions.stream().map(SuppressionEffect::evidence).toArray(String[]::new))
                .addArrayOfUUID(suppressions.stream()
                        .map(one -> one.key().email().value())
                        .toArray(UUID[]::new));
    }

    /** Adds evidence that needs a second one; completes with the evidence that was the second. */
    Future<List<SoftSignal>> suppressConfirmed(SqlClient tx, List<SoftSignal> signals) {
        var parameters = Tuple.tuple()
                .addArrayOfUUID(signals.stream()
                        .map(signal -> signal.row().key().project().value())
                        .toArray(UUID[]::new))
                .addArrayOfString(
                        signals.stream().map(signal -> signal.row().to()).toArray(String[]::new))
                .addArrayOfString(signals.stream()
                        .map(signal -> signal.weight().evidence().name())
                        .toArray(String[]::new))
                .addArrayOfString(signals.stream().map(SoftSignal::evidence).toArray(String[]::new))
                .addArrayOfUUID(signals.stream()
                        .map(signal -> signal.row().key().email().value())
                        .toArray(UUID[]::new))
                .addArrayOfString(
                        signals.stream().map(signal -> signal.weight().doubt()).toArray(String[]::new));
        return signals.isEmpty()
                ? Future.succeededFuture(List.of())
                : tx.preparedQuery(SUPPRESS_CONFIRMED).execute(parameters).map(rows -> {
                    var dead = new HashSet<UUID>();
                    rows.forEach(row -> dead.add(row.getUUID(0)));
                    return signals.stream()
                            .filter(signal ->
                                    dead.contains(signal.row().key().email().value()))
                            .toList();
                });
    }

    /** Completes with the emails that unsubscribed a contact; those of contacts who were not subscribed are missing. */
    Future<Set<EmailId>> unsubscribe(SqlClient tx, List<Unsubscribe> unsubscribes) {
        var parameters = Tuple.tuple()
                .addArrayOfUUID(unsubscribes.stream()
                        .map(one -> one.row().key().project().value())
                        .toArray(UUID[]::new))
                .addArrayOfUUID(unsubscribes.stream()
                        .map(Unsubscribe::row)
                        .map(DeliveryState.Row::contact)
                        .map(ContactId::value)
                        .toArray(UUID[]::new))
                .addArrayOfString(
                        unsubscribes.stream().map(one -> one.row().to()).toArray(String[]::new))
                .addArrayOfUUID(unsubscribes.stream()
                        .map(one -> one.row().key().email().value())
                        .toArray(UUID[]::new))
                .addArrayOfBoolean(
                        unsubscribes.stream().map(Unsubscribe::optedOut).toArray(Boolean[]::new));
        return unsubscribes.isEmpty()
                ? Future.succeededFuture(Set.of())
                : tx.preparedQuery(UNSUBSCRIBE).execute(parameters).map(rows -> {
                    var emails = new HashSet<EmailId>();
                    rows.forEach(row -> emails.add(new EmailId(row.getUUID(0))));
                    return emails;
                });
    }
}
