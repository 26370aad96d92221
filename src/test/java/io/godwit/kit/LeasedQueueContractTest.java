package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A careless queue breaks the promise it is careless about, and a careful one none. */
@CloseFields
class LeasedQueueContractTest {

    /** Each with the promise that it breaks. */
    private enum Fault {
        WAITS_FOR_OTHER_CLAIMS(
                LeasedQueueContract::whoClaimsWhileAnotherClaimIsNotCommittedGetsTheNextRowWithoutWaiting),
        WAITS_FOR_THE_ONLY_ROW(
                LeasedQueueContract::whoClaimsTheOnlyRowWhileAnotherClaimIsNotCommittedGetsNothingWithoutWaiting),
        LOOKS_BEFORE_IT_TAKES(LeasedQueueContract::manyClaimersShareTheRowsAndNoneIsTakenTwice),
        TAKES_NO_LEASE(LeasedQueueContract::aClaimedRowIsNobodyElsesUntilItsLeaseIsOver),
        LEASES_NEVER_END(LeasedQueueContract::aRowWhoseLeaseIsOverIsClaimedAgainWithAHigherFence),
        FENCE_STANDS_STILL(LeasedQueueContract::aRowWhoseLeaseIsOverIsClaimedAgainWithAHigherFence),
        WRITES_WITHOUT_FENCE(LeasedQueueContract::aWriteWithAnOldFenceChangesNothingAndOneWithTheNewFenceDoes),
        KEEPS_THE_FENCE(LeasedQueueContract::whoGaveARowBackCanWriteToItNoMore),
        KEEPS_THE_FENCE_AT_THE_END(LeasedQueueContract::whoGaveARowBackCanWriteToItNoMore),
        WRITES_NOTHING(LeasedQueueContract::aWriteWithAnOldFenceChangesNothingAndOneWithTheNewFenceDoes),
        RENEWS_NOTHING(LeasedQueueContract::aRenewedLeaseLastsLongerAndEnds),
        RENEWS_FOR_EVER(LeasedQueueContract::aRenewedLeaseLastsLongerAndEnds),
        HIDES_ITS_RENEWAL(LeasedQueueContract::aRenewedLeaseLastsLongerAndEnds),
        RELEASES_NOTHING(LeasedQueueContract::aReleasedRowIsDueAtOnceWithAHigherFence),
        PAUSES_NOT(LeasedQueueContract::aRowGivenBackForLaterIsDueAfterThePauseWithAHigherFence),
        COUNTS_NO_LOSS(LeasedQueueContract::aLostLeaseIsCountedAndARowGivenBackIsNot),
        COUNTS_EVERY_CLAIM(LeasedQueueContract::aLostLeaseIsCountedAndARowGivenBackIsNot),
        HIDES_ITS_COUNTER(LeasedQueueContract::aLostLeaseIsCountedAndARowGivenBackIsNot);

        private final Consumer<LeasedQueueContract<?>> promise;

        Fault(Consumer<LeasedQueueContract<?>> promise) {
            this.promise = promise;
        }
    }

    private SampleQueue queue = new SampleQueue(Optional.empty());

    @Test
    void aCarefulQueueKeepsEveryPromise() {
        for (var fault : Fault.values()) {
            queue.empty();
            assertThatCode(() -> fault.promise.accept(queue)).as(fault.name()).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCarelessQueueBreaksItsPromise(Fault fault) {
        queue.close();
        queue = new SampleQueue(Optional.of(fault));

        assertThatThrownBy(() -> fault.promise.accept(queue))
                .isInstanceOfAny(AssertionError.class, TimeoutException.class);
    }

    private record SampleClaim(UUID id, long fence) {}

    /** The plainest queue that keeps the promises, but for one fault. */
    private static final class SampleQueue extends LeasedQueueContract<SampleClaim> {

        private final Optional<Fault> fault;

        SampleQueue(Optional<Fault> fault) {
            super("sample_queue", SampleQueue.class, SampleClaim.class);
            this.fault = fault;
            db.query(
                    "CREATE TABLE sample_queue (id uuid PRIMARY KEY, due_at timestamptz NOT NULL DEFAULT now(),"
                            + " lease_until timestamptz, fence bigint NOT NULL DEFAULT 0, lost_leases integer NOT NULL DEFAULT 0, note text)");
        }

        private boolean has(Fault some) {
            return fault.filter(some::equals).isPresent();
        }

        private String unless(Fault some, String sql) {
            return has(some) ? "" : sql;
        }

        @Override
        protected Duration maxWait() {
            return fault.isPresent() ? Duration.ofSeconds(1) : super.maxWait();
        }

        @Override
        protected UUID add() {
            var row = UUID.randomUUID();
            db.query("INSERT INTO sample_queue (id) VALUES (?)", row);
            return row;
        }

        @Override
        protected Future<List<SampleClaim>> claim(SqlClient client, Duration lease) {
            var waits = has(Fault.WAITS_FOR_OTHER_CLAIMS) || has(Fault.WAITS_FOR_THE_ONLY_ROW);
            var looks = has(Fault.LOOKS_BEFORE_IT_TAKES);
            var lock = looks ? "" : waits ? "FOR UPDATE" : "FOR UPDATE SKIP LOCKED";
            var free = has(Fault.LEASES_NEVER_END)
                    ? "lease_until IS NULL"
                    : "(lease_until IS NULL OR lease_until <= now())";
            var sql = """
                    WITH due AS MATERIALIZED (
                        SELECT id, lease_until IS NOT NULL AS lost FROM sample_queue
                         WHERE due_at <= now() AND %s LIMIT 1 %s),
                    chosen AS MATERIALIZED (SELECT id, lost, pg_sleep(%s) FROM due)
                    UPDATE sample_queue
                       SET lease_until = %s, fence = fence + %d, lost_leases = lost_leases + (%s)::integer
                      FROM chosen WHERE sample_queue.id = chosen.id
                    RETURNING sample_queue.id, fence
                    """.formatted(
                            free,
                            lock,
                            looks ? "0.01" : "0",
                            has(Fault.TAKES_NO_LEASE) ? "NULL" : "now() + make_interval(secs => $1)",
                            has(Fault.FENCE_STANDS_STILL) ? 0 : 1,
                            has(Fault.COUNTS_EVERY_CLAIM) ? "true" : has(Fault.COUNTS_NO_LOSS) ? "false" : "lost");
            return client.preparedQuery(sql)
                    .mapping(row -> new SampleClaim(row.getUUID("id"), row.getLong("fence")))
                    .execute(has(Fault.TAKES_NO_LEASE) ? Tuple.tuple() : Tuple.of((double) lease.toSeconds()))
                    .map(rows -> rows.stream().toList());
        }

        @Override
        protected UUID id(SampleClaim claimed) {
            return claimed.id();
        }

        @Override
        protected long fence(SampleClaim claimed) {
            return claimed.fence();
        }

        @Override
        protected Map<String, FencedWrite<SampleClaim>> writes() {
            return Map.of(
                    "note",
                    (client, row) -> write(client, row, "note = " + (has(Fault.WRITES_NOTHING) ? "note" : "'done'")));
        }

        @Override
        protected Map<String, FencedWrite<SampleClaim>> ends() {
            var end = "due_at = 'infinity', lease_until = NULL"
                    + unless(Fault.KEEPS_THE_FENCE_AT_THE_END, ", fence = fence + 1");
            return Map.of("end", (client, row) -> write(client, row, end));
        }

        @Override
        protected Pause<SampleClaim> pause() {
            return new Pause<>(
                    LEASE,
                    (client, row) -> write(
                            client,
                            row,
                            givenBack() + unless(Fault.PAUSES_NOT, ", due_at = now() + interval '2 minutes'")));
        }

        @Override
        protected Optional<FencedWrite<SampleClaim>> renewal() {
            return has(Fault.HIDES_ITS_RENEWAL) ? Optional.empty() : Optional.of(this::renew);
        }

        private String givenBack() {
            return "lease_until = NULL" + unless(Fault.KEEPS_THE_FENCE, ", fence = fence + 1");
        }

        private Future<?> renew(SqlClient client, SampleClaim row) {
            var until = has(Fault.RENEWS_NOTHING)
                    ? "lease_until"
                    : has(Fault.RENEWS_FOR_EVER) ? "'infinity'" : "now() + interval '2 minutes'";
            return write(client, row, "lease_until = " + until);
        }

        @Override
        protected Optional<FencedWrite<SampleClaim>> release() {
            return Optional.of(
                    (client, row) -> write(client, row, has(Fault.RELEASES_NOTHING) ? "note = note" : givenBack()));
        }

        @Override
        protected Optional<String> lossCounter() {
            return has(Fault.HIDES_ITS_COUNTER) ? Optional.empty() : Optional.of("lost_leases");
        }

        private Future<?> write(SqlClient client, SampleClaim row, String change) {
            var fence = unless(Fault.WRITES_WITHOUT_FENCE, " AND fence = $2");
            return client.preparedQuery("UPDATE sample_queue SET " + change + " WHERE id = $1" + fence)
                    .execute(fence.isEmpty() ? Tuple.of(row.id()) : Tuple.of(row.id(), row.fence()));
        }
    }
}
