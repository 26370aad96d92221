package io.godwit.sending.results;

import io.godwit.bounces.ClassifiedRefusal.Weight;
import io.godwit.db.Columns;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.sending.attempt.AttemptEvidence;
import io.godwit.sending.queue.AttemptEvidenceStore;
import io.godwit.sending.queue.OutboxLeaseStore;
import io.godwit.sending.queue.RefusalColumnStore;
import io.godwit.sending.results.RecordedResultRows.ResultKey;
import io.godwit.smtp.SmtpReply;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the results of attempts: outbox, log, attempts, suppressions and contacts in one statement. */
final class AttemptResultStore {

    /**
     * Records results. Only rows still at the result's fence are written, and a row that stays gets another one: the node renews its
     * lease until it learns of the commit, and must not lease again what has been put off. The status of the log is set only while it is
     * PENDING: a status written by a report meanwhile ranks higher. A late acceptance behind a newer claim settles the doubt
     * that claim logged. No two intermediate results are joined: this pool joins by nested loops, which would cost the square of
     * their rows. So the answer has a row for each result that was written, and another one with the log row, if that was written
     * too.
     */
    private static final String RECORD = """
            WITH result AS (
                SELECT *
                  FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::smallint[],
                              $8::text[], $9::text[], $10::text[], $11::text[], $12::double precision[],
                              $13::double precision[], $14::text[], $15::text[], $16::boolean[], $17::text[], $18::text[], $19::text[], $20::boolean[],
                              $21::text[])
                       AS result (project_id, email_id, fence, outcome, status, stage, code,
                                  enhanced, reply, sentence, reason, retry_after, seconds_ago, proof, refusal,
                                  soft_bounce, reason_code, egress, evidence, counted, doubt)),
            ended AS (
                DELETE FROM outbox USING result
                 WHERE result.status IS NOT NULL AND outbox.project_id = result.project_id
                   AND outbox.email_id = result.email_id AND outbox.fence = result.fence
                RETURNING result.*, attempts, message_date, outbox.refusal ->> 'evidence' AS refusal_evidence),
            deferred AS (
                UPDATE outbox
                   SET due_at = now() + make_interval(secs => result.retry_after), lease_until = NULL, attempt_started = false,
                       fence = outbox.fence + 1, last_reply = result.reason, refusal = result.refusal::jsonb,
                       egress_source = coalesce(result.egress, egress_source),
                       attempts = attempts - (NOT result.counted)::integer
                  FROM result
                 WHERE result.status IS NULL AND outbox.project_id = result.project_id
                   AND outbox.email_id = result.email_id AND outbox.fence = result.fence
                RETURNING result.*, attempts, message_date, NULL AS refusal_evidence),
            written AS MATERIALIZED (TABLE ended UNION ALL TABLE deferred),
            attempted AS (
                INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage, code, enhanced, reply, evidence)
                SELECT project_id, email_id, fence, attempts, outcome, stage, code, enhanced, coalesce(reply, reason),
                       coalesce(evidence, refusal_evidence)::jsonb
                  FROM written
                 WHERE outcome IS NOT NULL AND NOT (outcome = 'SENT' AND attempts = 1 AND evidence IS NULL)
                ON CONFLICT DO NOTHING),
            confirmed AS (
                UPDATE email_attempts
                   SET outcome = 'SENT', stage = 'DOT', code = result.code, enhanced = result.enhanced, reply = result.reply,
                       evidence = coalesce(result.evidence::jsonb, email_attempts.evidence)
                  FROM result
                 WHERE result.outcome = 'SENT' AND email_attempts.outcome = 'IN_DOUBT'
                   AND email_attempts.project_id = result.project_id
                   AND email_attempts.email_id = result.email_id AND email_attempts.fence = result.fence),
            logged AS (
                UPDATE emails
                   SET status = CASE emails.status WHEN 'PENDING' THEN written.status ELSE emails.status END,
                       error = CASE WHEN written.status = 'SENT' THEN emails.error ELSE coalesce(emails.error, written.reason) END,
                       reason = coalesce(emails.reason, written.reason_code),
                       reply = CASE WHEN written.status = 'SENT' THEN written.sentence ELSE emails.reply END,
                       message_date = coalesce(written.message_date, emails.message_date),
                       sent_at = CASE WHEN written.status = 'SENT' THEN now() - make_interval(secs => written.seconds_ago) END,
                       bounced_at = CASE WHEN written.status = 'BOUNCED' THEN now() ELSE emails.bounced_at END,
                       soft_bounced_at = CASE WHEN written.soft_bounce THEN now() ELSE emails.soft_bounced_at END,
                       mailbox_full_at = CASE WHEN written.proof = 'SEVERAL_IN_A_ROW' THEN now() ELSE emails.mailbox_full_at END,
                       variables = CASE WHEN emails.variables ? 'once'
                                        THEN emails.variables - 'once' || '{"onceRemoved": true}' ELSE emails.variables END,
                       updated_at = now()
                  FROM written
                 WHERE written.status IS NOT NULL AND emails.project_id = written.project_id AND emails.id = written.email_id
                RETURNING emails.project_id, emails.id, written.fence, CASE WHEN NOT test THEN contact_id END AS contact_id, content_id,
                          template_id, campaign_id, execution_id, source, to_email, written.proof, written.doubt, written.sentence,
                          coalesce(sent_at, now()) AS ended_at),
            delayed AS (
                SELECT emails.project_id, emails.id, fence, CASE WHEN NOT test THEN contact_id END AS contact_id, content_id,
                       template_id, campaign_id, execution_id, source, to_email, now() AS ended_at
                  FROM (SELECT project_id, email_id, fence FROM written WHERE status IS NULL AND outcome = 'DEFERRED') first
                  JOIN emails ON emails.project_id = first.project_id AND emails.id = first.email_id
                 WHERE NOT EXISTS (SELECT FROM email_attempts earlier
                                    WHERE earlier.project_id = first.project_id AND earlier.email_id = first.email_id
                                      AND earlier.outcome = 'DEFERRED')
                   AND NOT EXISTS (SELECT FROM outbox queued
                                    WHERE queued.project_id = first.project_id AND queued.email_id = first.email_id
                                      AND queued.delayed_at IS NOT NULL)),
            reported AS (
                SELECT project_id, id, fence, contact_id, content_id, template_id, campaign_id, execution_id, source, to_email,
                       ended_at
                  FROM logged
                 UNION ALL
                TABLE delayed),
            dead AS MATERIALIZED (
                SELECT logged.*
                  FROM logged
                 WHERE CASE WHEN proof IN ('NONE', 'SEVERAL_IN_A_ROW') THEN false WHEN proof = 'POSITIVE' THEN true
                            ELSE confirms_dead_address(project_id, to_email, proof, id, doubt) END),
            """ + FirstAcceptanceStore.NAMED + """
            , suppressed AS (
                INSERT INTO suppressions (project_id, email, reason, evidence, email_id)
                SELECT DISTINCT ON (project_id, to_email) project_id, to_email, 'BOUNCE', sentence, id FROM dead
                ON CONFLICT DO NOTHING),
            unsubscribed AS (
                UPDATE contacts
                   SET subscribed = false, updated_at = now()
                  FROM dead
                 WHERE subscribed AND contacts.project_id = dead.project_id AND contacts.id = contact_id
                   AND contacts.email = dead.to_email
                RETURNING contacts.project_id, dead.id),
            counted AS (
                INSERT INTO contact_deltas (project_id, id, deltas)
                SELECT project_id, gen_random_uuid(), jsonb_build_object('subscribed', -count(*))
                  FROM unsubscribed GROUP BY project_id)
            SELECT reported.id AS email_id, reported.fence, true AS logged, unsubscribed.id IS NOT NULL AS unsubscribed, contact_id,
                   template_id, campaign_id, reported.source, to_email, ended_at, content.*,
                   CASE WHEN execution_id IS NULL THEN 0
                        ELSE coalesce((SELECT trigger_depth FROM executions
                                        WHERE executions.project_id = reported.project_id AND executions.id = execution_id), 0)
                   END AS trigger_depth
              FROM reported
              LEFT JOIN unsubscribed ON unsubscribed.project_id = reported.project_id AND unsubscribed.id = reported.id
              LEFT JOIN LATERAL (SELECT subject, from_email, from_name, smtp ->> 'messageId' AS message_id
                                   FROM contents
                                  WHERE project_id = reported.project_id AND id = reported.content_id
                                 OFFSET 0) content ON true
             UNION ALL
            SELECT email_id, fence, false, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0 FROM written
            """;

    private final SimulatorDomain simulator;
    private final RecordedResultRows rows;

    /** Creates a store; emails to {@code simulator} are no evidence about any address. */
    AttemptResultStore(SimulatorDomain simulator, RecordedResultRows rows) {
        this.simulator = simulator;
        this.rows = rows;
    }

    /** Completes with the recorded results in the order of the given ones. */
    Future<List<RecordedResult>> record(SqlClient tx, List<AttemptResult> results) {
        return tx.preparedQuery(RECORD).execute(parameters(results)).map(written -> {
            var keyToRow = new HashMap<ResultKey, Row>();
            written.forEach(row -> keyToRow.merge(
                    RecordedResultRows.key(row), row, (one, other) -> one.getBoolean("logged") ? one : other));
            return results.stream()
                    .map(result -> rows.recorded(result, Optional.ofNullable(keyToRow.get(ResultKey.of(result)))))
                    .toList();
        });
    }

    private Tuple parameters(List<AttemptResult> results) {
        return OutboxLeaseStore.keys(
                        results.stream().map(AttemptResult::claimed).toList())
                .addArrayOfString(texts(results, result -> name(result.outcome().outcome())))
                .addArrayOfString(texts(results, result -> name(result.outcome().end())))
                .addArrayOfString(texts(results, result -> result.outcome().stage()))
                .addArrayOfShort(results.stream()
                        .map(result -> reply(result, reply -> (short) reply.code()))
                        .toArray(Short[]::new))
                .addArrayOfString(texts(
                        results,
                        result -> reply(result, reply -> reply.enhanced().orElse(null))))
                .addArrayOfString(texts(results, result -> reply(result, SmtpReply::text)))
                .addArrayOfString(texts(results, result -> reply(result, SmtpReplyClassifier::sentence)))
                .addArrayOfString(texts(results, result -> result.outcome().reason()))
                .addArrayOfDouble(results.stream()
                        .map(result -> Columns.seconds(result.outcome().retryAfter()))
                        .toArray(Double[]::new))
                .addArrayOfDouble(
                        results.stream().map(AttemptResult::secondsAgo).toArray(Double[]::new))
                .addArrayOfString(
                        texts(results, result -> weight(result).evidence().name()))
                .addArrayOfString(texts(results, AttemptResultStore::refusal))
                .addArrayOfBoolean(results.stream()
                        .map(result -> result.outcome().isSoftBounce())
                        .toArray(Boolean[]::new))
                .addArrayOfString(texts(results, result -> name(result.outcome().code())))
                .addArrayOfString(texts(results, result -> dialogue(result, AttemptEvidence::source)
                        .orElse(null)))
                .addArrayOfString(texts(results, result -> dialogue(
                                result, dialogue -> Optional.of(AttemptEvidenceStore.write(dialogue)))
                        .orElse(null)))
                .addArrayOfBoolean(results.stream()
                        .map(result -> result.outcome().counted())
                        .toArray(Boolean[]::new))
                .addArrayOfString(texts(results, result -> weight(result).doubt()));
    }

    private static Optional<String> dialogue(AttemptResult result, Function<AttemptEvidence, Optional<String>> value) {
        return result.outcome().dialogue().flatMap(value);
    }

    private Weight weight(AttemptResult result) {
        return simulator.contains(result.claimed().domain())
                ? Weight.NONE
                : result.outcome().weight();
    }

    private static String[] texts(List<AttemptResult> results, Function<AttemptResult, @Nullable String> text) {
        return results.stream().map(text).toArray(String[]::new);
    }

    private static @Nullable String name(Optional<? extends Enum<?>> constant) {
        return constant.isPresent() ? constant.get().name() : null;
    }

    private static <V> @Nullable V reply(AttemptResult result, Function<SmtpReply, @Nullable V> value) {
        var reply = result.outcome().reply();
        return reply.isPresent() ? value.apply(reply.get()) : null;
    }

    private static @Nullable String refusal(AttemptResult result) {
        return result.refusal().isPresent()
                ? RefusalColumnStore.write(result.refusal().get()).encode()
                : null;
    }
}
