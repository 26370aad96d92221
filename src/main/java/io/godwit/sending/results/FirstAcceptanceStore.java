package io.godwit.sending.results;

import io.godwit.sending.attempt.AttemptEvidence;
import io.godwit.sending.attempt.AttemptOutcome.Outcome;
import io.godwit.sending.queue.AcceptanceEvidenceStore;
import io.godwit.sending.queue.OutboxLeaseStore;
import io.godwit.sending.results.RecordedResultRows.ResultKey;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes acceptances at the first attempt, the results of nearly all emails. Its statement is a fraction of that of {@link
 * AttemptResultStore}: these results change no contact, no suppression and no attempt log.
 */
final class FirstAcceptanceStore {

    /**
     * Keeps the ids that Amazon SES names in its replies, for the rows of {@code logged}: it uses only its own id for an email in its
     * reports. The plain pattern before the regular expression saves 8 µs a reply.
     */
    static final String NAMED = """
            named AS (
                INSERT INTO provider_message_ids (provider_id, project_id, email_id)
                SELECT provider_id, project_id, id
                  FROM (SELECT project_id, id,
                               substring(sentence FROM '[0-9a-f]{16}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]{6}') AS provider_id
                          FROM logged WHERE sentence LIKE '%-____-____-____-____________-______%') sent
                 WHERE provider_id IS NOT NULL
                ON CONFLICT DO NOTHING)
            """;

    /**
     * Records acceptances. Writes only rows still at the result's fence and in their first attempt, which leaves nothing in the
     * attempt log. The status of the log is set only while it is PENDING: a status written by a report meanwhile ranks higher. An
     * email without its log row is answered, too.
     */
    private static final String RECORD = """
            WITH result AS (
                SELECT *
                  FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::double precision[], $6::text[])
                       AS result (project_id, email_id, fence, sentence, seconds_ago, acceptance)),
            ended AS (
                DELETE FROM outbox USING result
                 WHERE outbox.project_id = result.project_id AND outbox.email_id = result.email_id
                   AND outbox.fence = result.fence AND outbox.attempts = 1
                RETURNING result.*, message_date),
            logged AS (
                UPDATE emails
                   SET status = CASE emails.status WHEN 'PENDING' THEN 'SENT' ELSE emails.status END,
                       reply = ended.sentence,
                       acceptance = ended.acceptance,
                       message_date = coalesce(ended.message_date, emails.message_date),
                       sent_at = now() - make_interval(secs => ended.seconds_ago),
                       variables = CASE WHEN emails.variables ? 'once'
                                        THEN emails.variables - 'once' || '{"onceRemoved": true}' ELSE emails.variables END,
                       updated_at = now()
                  FROM ended
                 WHERE emails.project_id = ended.project_id AND emails.id = ended.email_id
                RETURNING emails.project_id, emails.id, ended.fence, CASE WHEN NOT test THEN contact_id END AS contact_id, content_id,
                          template_id, campaign_id, execution_id, source, to_email, ended.sentence, sent_at),
            """ + NAMED + """
            SELECT logged.id AS email_id, fence, false AS unsubscribed, contact_id, template_id, campaign_id, source, to_email,
                   sent_at AS ended_at, content.*,
                   CASE WHEN execution_id IS NULL THEN 0
                        ELSE coalesce((SELECT trigger_depth FROM executions
                                        WHERE executions.project_id = logged.project_id AND executions.id = execution_id), 0)
                   END AS trigger_depth
              FROM logged
              LEFT JOIN LATERAL (SELECT subject, from_email, from_name, smtp ->> 'messageId' AS message_id
                                   FROM contents
                                  WHERE project_id = logged.project_id AND id = logged.content_id
                                 OFFSET 0) content ON true
             UNION ALL
            SELECT email_id, fence, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0
              FROM (SELECT email_id, fence FROM ended EXCEPT SELECT id, fence FROM logged) unlogged
            """;

    private final RecordedResultRows rows;

    FirstAcceptanceStore(RecordedResultRows rows) {
        this.rows = rows;
    }

    /** Returns whether the result may be that of a first attempt that was accepted by a relay. */
    static boolean isPossible(AttemptResult result) {
        return result.outcome().outcome().equals(Optional.of(Outcome.SENT))
                && result.outcome().dialogue().flatMap(AttemptEvidence::source).isEmpty();
    }

    /**
     * Completes with the recorded results. One that is missing was not written: its email is in a later attempt, or a newer claim
     * holds it.
     */
    Future<Map<ResultKey, RecordedResult>> record(SqlClient tx, List<AttemptResult> results) {
        return tx.preparedQuery(RECORD).execute(parameters(results)).map(written -> {
            var keyToRow = new HashMap<ResultKey, Row>();
            written.forEach(row -> keyToRow.put(RecordedResultRows.key(row), row));
            var keyToResult = new HashMap<ResultKey, RecordedResult>();
            results.forEach(result -> Optional.ofNullable(keyToRow.get(ResultKey.of(result)))
                    .ifPresent(row -> keyToResult.put(ResultKey.of(result), rows.recorded(result, Optional.of(row)))));
            return keyToResult;
        });
    }

    private static Tuple parameters(List<AttemptResult> results) {
        return OutboxLeaseStore.keys(
                        results.stream().map(AttemptResult::claimed).toList())
                .addArrayOfString(results.stream()
                        .map(result -> result.outcome().reply().map(SmtpReplyClassifier::sentence))
                        .map(sentence -> sentence.orElse(null))
                        .toArray(String[]::new))
                .addArrayOfDouble(
                        results.stream().map(AttemptResult::secondsAgo).toArray(Double[]::new))
                .addArrayOfString(
                        results.stream().map(FirstAcceptanceStore::evidence).toArray(String[]::new));
    }

    private static @Nullable String evidence(AttemptResult result) {
        var reply = result.outcome().reply().map(SmtpReplyClassifier::sentence).orElse("");
        return result.outcome()
                .dialogue()
                .map(evidence -> AcceptanceEvidenceStore.write(evidence.dialogue(), reply))
                .orElse(null);
    }
}
