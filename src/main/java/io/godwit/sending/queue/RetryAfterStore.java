package io.godwit.sending.queue;

import io.godwit.db.Columns;
import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.sending.attempt.ClaimedEmail;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;

/** Puts emails back into the {@code outbox} that have to wait without an attempt. */
public final class RetryAfterStore {

    /**
     * Puts rows back, each for its own time, with the reason, and moves them to the destination their domain has now, or to that of
     * emails that go by the relay. An attempt that had begun is neither counted nor dated.
     */
    private static final String RETRY_AFTER = """
            UPDATE outbox
               SET due_at = now() + make_interval(secs => pause), lease_until = NULL, attempt_started = false,
                   fence = outbox.fence + 1, last_reply = claimed.reason,
                   destination = CASE WHEN claimed.direct THEN coalesce(named.destination, greatest(outbox.destination, 0))
                                      ELSE relay_destination(claimed.project_id) END,
                   attempts = outbox.attempts - claimed.begun::integer,
                   message_date = CASE WHEN claimed.begun AND outbox.attempts = 1 THEN NULL ELSE outbox.message_date END
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::double precision[], $5::text[], $6::text[], $7::boolean[],
                          $8::boolean[])
                   AS claimed (project_id, email_id, fence, pause, reason, domain, begun, direct)
              LEFT JOIN destination_domains named ON named.domain = claimed.domain
             WHERE outbox.project_id = claimed.project_id
               AND outbox.email_id = claimed.email_id
               AND outbox.fence = claimed.fence
            """;

    /**
     * An email that has to wait for a cause that is not about the email.
     *
     * @param lasting whether the cause may last
     * @param passing whether the email only waits for its turn, or for this node: that ends no email, however old it is
     * @param begun whether its attempt had begun, without a reply about the email
     * @param mode the way it leaves
     */
    public record RetryAfter(
            ClaimedEmail claimed,
            Duration pause,
            String reason,
            boolean lasting,
            boolean passing,
            boolean begun,
            Mode mode) {}

    /** Puts rows back of which nothing was sent. */
    public Future<Void> retryAfter(SqlClient db, List<RetryAfter> retries) {
        return db.preparedQuery(RETRY_AFTER)
                .execute(OutboxLeaseStore.keys(
                                retries.stream().map(RetryAfter::claimed).toList())
                        .addArrayOfDouble(retries.stream()
                                .map(one -> Columns.seconds(one.pause()))
                                .toArray(Double[]::new))
                        .addArrayOfString(
                                retries.stream().map(RetryAfter::reason).toArray(String[]::new))
                        .addArrayOfString(retries.stream()
                                .map(one -> one.claimed().domain())
                                .toArray(String[]::new))
                        .addArrayOfBoolean(
                                retries.stream().map(RetryAfter::begun).toArray(Boolean[]::new))
                        .addArrayOfBoolean(retries.stream()
                                .map(one -> one.mode() == Mode.DIRECT)
                                .toArray(Boolean[]::new)))
                .mapEmpty();
    }
}
