package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.LeaseLostException;
import io.godwit.db.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The promises of every queue whose rows are claimed under a lease, whatever its SQL looks like. A subclass says how its queue is
 * spoken to, and where it promises less; what it says it lacks is checked as well, so that it cannot grow apart unseen.
 *
 * <p>Nothing waits: time passes for a row by moving its due time and the end of its lease back.
 *
 * @param <C> a claimed row
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class LeasedQueueContract<C> {

    protected static final Duration LEASE = Duration.ofMinutes(2);

    private static final int ROWS = 40;
    private static final int CLAIMERS = 4;

    private final String table;
    private final Class<?> store;
    private final Class<C> claimType;
    private final Vertx vertx = Vertx.vertx();
    protected final TestDatabase db = TestDatabase.fresh(vertx);

    /** A statement that may change a row only for who holds it. */
    @FunctionalInterface
    public interface FencedWrite<C> {

        Future<?> apply(SqlClient client, C claimed);
    }

    /** Giving a row back for later: the write, and how long the row rests by it. */
    public record Pause<C>(Duration length, FencedWrite<C> write) {}

    /**
     * Names the queue.
     *
     * @param store the part of the product that is tested; what it lacks is looked for there
     */
    protected LeasedQueueContract(String table, Class<?> store, Class<C> claimType) {
        this.table = table;
        this.store = store;
        this.claimType = claimType;
    }

    protected String idColumn() {
        return "id";
    }

    /** The columns that say when a row may be claimed. */
    protected List<String> clocks() {
        return List.of("due_at", "lease_until");
    }

    /** Adds a row that is due now; completes when it is committed. */
    protected abstract UUID add();

    /** Claims one row at most. */
    protected abstract Future<List<C>> claim(SqlClient client, Duration lease);

    protected abstract UUID id(C claimed);

    protected abstract long fence(C claimed);

    /** The other writes of a holder, by name: progress, results, ends. */
    protected abstract Map<String, FencedWrite<C>> writes();

    /** Those writes, by name, after which the row is nobody's, besides {@link #pause} and {@link #release}. */
    protected abstract Map<String, FencedWrite<C>> ends();

    protected abstract Pause<C> pause();

    /** By {@link #LEASE}; empty where no lease is renewed. */
    protected abstract Optional<FencedWrite<C>> renewal();

    /** At once; empty where rows are only given back for later. */
    protected abstract Optional<FencedWrite<C>> release();

    /** The column that counts leases that ended while the row was worked; empty where nobody counts them. */
    protected abstract Optional<String> lossCounter();

    /** Begins the work during which a lost lease counts. */
    protected Future<?> begin(SqlClient client, C claimed) {
        return Future.succeededFuture();
    }

    /** So long a claim may take beside another before it counts as waiting for it. */
    protected Duration maxWait() {
        return Duration.ofSeconds(10);
    }

    @BeforeEach
    void empty() {
        db.query("DELETE FROM " + table);
    }

    @AfterAll
    void close() {
        db.close();
        vertx.close().await();
    }

    @Test
    void whoClaimsWhileAnotherClaimIsNotCommittedGetsTheNextRowWithoutWaiting() {
        add();
        add();

        var claimed = claimDuringAnotherClaim();

        assertThat(claimed).extracting(this::id).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void whoClaimsTheOnlyRowWhileAnotherClaimIsNotCommittedGetsNothingWithoutWaiting() {
        add();

        assertThat(claimDuringAnotherClaim()).hasSize(1);
    }

    private List<C> claimDuringAnotherClaim() {
        return db.database()
                .workerTransactionOnce(tx -> claim(tx, LEASE).compose(first -> claim(client(), LEASE)
                        .timeout(maxWait().toMillis(), TimeUnit.MILLISECONDS)
                        .map(second ->
                                Stream.concat(first.stream(), second.stream()).toList())))
                .await();
    }

    @Test
    void manyClaimersShareTheRowsAndNoneIsTakenTwice() {
        var rows = IntStream.range(0, ROWS).mapToObj(ignored -> add()).toList();
        var claimed = new ArrayList<C>();

        Future.join(IntStream.range(0, CLAIMERS)
                        .mapToObj(ignored -> claimAll(claimed))
                        .toList())
                .await();

        assertThat(claimed).extracting(this::id).containsExactlyInAnyOrderElementsOf(rows);
        assertThat(claimed).extracting(this::fence).containsOnly(1L);
    }

    /** A claimer that finds nothing because of the others leaves its rows to them. */
    private Future<Void> claimAll(List<C> claimed) {
        return claim(client(), LEASE).compose(rows -> {
            synchronized (claimed) {
                claimed.addAll(rows);
            }
            return rows.isEmpty() ? Future.succeededFuture() : claimAll(claimed);
        });
    }

    @Test
    void aClaimedRowIsNobodyElsesUntilItsLeaseIsOver() {
        var row = add();
        claimOne();

        assertThat(claim()).isEmpty();
        pass(row, LEASE.dividedBy(2));

        assertThat(claim()).isEmpty();
    }

    @Test
    void aRowWhoseLeaseIsOverIsClaimedAgainWithAHigherFence() {
        var row = add();
        var fences = new ArrayList<Long>();

        for (var claim = 0; claim < 3; claim++) {
            var claimed = claimOne();
            assertThat(id(claimed)).isEqualTo(row);
            fences.add(fence(claimed));
            pass(row, LEASE);
        }

        assertThat(fences).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aWriteWithAnOldFenceChangesNothingAndOneWithTheNewFenceDoes() {
        allWrites().forEach((name, write) -> {
            empty();
            var row = add();
            var old = claimOne();
            pass(row, LEASE);
            var current = claimOne();
            var before = content(row);

            assertThat(failure(write, old))
                    .as(name)
                    .matches(error -> error.isEmpty() || error.get() instanceof LeaseLostException);
            assertThat(content(row)).as(name + " of who lost the row").isEqualTo(before);
            assertThat(failure(write, current)).as(name).isEmpty();
            assertThat(content(row)).as(name + " of who holds the row").isNotEqualTo(before);
        });
    }

    /** The next claim of the row must not meet what its last holder still had to write. */
    @Test
    void whoGaveARowBackCanWriteToItNoMore() {
        waysToGiveBack().forEach((way, giveBack) -> allWrites().forEach((name, write) -> {
            empty();
            var row = add();
            var claimed = claimOne();
            giveBack.apply(client(), claimed).await();
            var before = content(row);

            assertThat(failure(write, claimed))
                    .as(name + " after " + way)
                    .matches(error -> error.isEmpty() || error.get() instanceof LeaseLostException);
            assertThat(content(row)).as(name + " after " + way).isEqualTo(before);
        }));
    }

    private Map<String, FencedWrite<C>> waysToGiveBack() {
        var ways = new LinkedHashMap<>(ends());
        ways.put("pause", pause().write());
        release().ifPresent(write -> ways.put("release", write));
        return ways;
    }

    private Map<String, FencedWrite<C>> allWrites() {
        var all = new LinkedHashMap<>(writes());
        all.put("pause", pause().write());
        renewal().ifPresent(write -> all.put("renewal", write));
        release().ifPresent(write -> all.put("release", write));
        return all;
    }

    private Optional<Throwable> failure(FencedWrite<C> write, C claimed) {
        return write.apply(client(), claimed)
                .map(ignored -> Optional.<Throwable>empty())
                .recover(error -> Future.succeededFuture(Optional.of(error)))
                .await();
    }

    @Test
    void aRenewedLeaseLastsLongerAndEnds() {
        if (renewal().isEmpty()) {
            assertThat(methods("renew", "extendLease")).as("renews after all").isEmpty();
            return;
        }
        var row = add();
        var claimed = claimOne();

        pass(row, LEASE.dividedBy(4).multipliedBy(3));
        renewal().get().apply(client(), claimed).await();
        pass(row, LEASE.dividedBy(4).multipliedBy(3));
        assertThat(claim()).isEmpty();
        pass(row, LEASE);

        assertThat(claim()).extracting(this::id).containsExactly(row);
    }

    @Test
    void aReleasedRowIsDueAtOnceWithAHigherFence() {
        if (release().isEmpty()) {
            assertThat(methods("release")).as("releases after all").isEmpty();
            return;
        }
        var row = add();
        var claimed = claimOne();

        release().get().apply(client(), claimed).await();
        var again = claimOne();

        assertThat(id(again)).isEqualTo(row);
        assertThat(fence(again)).isGreaterThan(fence(claimed));
    }

    @Test
    void aRowGivenBackForLaterIsDueAfterThePauseWithAHigherFence() {
        var row = add();
        var claimed = claimOne();

        pause().write().apply(client(), claimed).await();
        pass(row, pause().length().dividedBy(2));
        assertThat(claim()).isEmpty();
        pass(row, pause().length());
        var again = claimOne();

        assertThat(id(again)).isEqualTo(row);
        assertThat(fence(again)).isGreaterThan(fence(claimed));
    }

    @Test
    void aLostLeaseIsCountedAndARowGivenBackIsNot() {
        if (lossCounter().isEmpty()) {
            assertThat(columns()).as("counts after all").noneMatch(column -> column.contains("lost"));
            return;
        }
        var counter = lossCounter().get();
        var row = add();
        var first = claimOne();
        begin(client(), first).await();
        pause().write().apply(client(), first).await();
        pass(row, pause().length());
        var second = claimOne();
        assertThat(number(row, counter)).isZero();

        begin(client(), second).await();
        pass(row, LEASE);
        claimOne();

        assertThat(number(row, counter)).isEqualTo(1);
    }

    /** Those of these names that a holder can call. */
    private List<String> methods(String... names) {
        return Arrays.stream(store.getDeclaredMethods())
                .filter(method -> Set.of(names).contains(method.getName()))
                .filter(method -> Arrays.stream(method.getParameterTypes())
                        .anyMatch(type -> type.equals(claimType) || Collection.class.isAssignableFrom(type)))
                .map(method -> method.toString())
                .toList();
    }

    protected final SqlClient client() {
        return db.database().workers();
    }

    private List<C> claim() {
        return claim(client(), LEASE).await();
    }

    private C claimOne() {
        var claimed = claim();
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    /** For one row. */
    private void pass(UUID row, Duration time) {
        var moved = clocks().stream()
                .map(clock -> clock + " = " + clock + " - interval '" + time.toMillis() + " ms'")
                .toList();
        db.query("UPDATE " + table + " SET " + String.join(", ", moved) + " WHERE " + idColumn() + " = ?", row);
    }

    private String content(UUID row) {
        return db.query("SELECT row.*::text AS content FROM " + table + " AS row WHERE " + idColumn() + " = ?", row)
                .toString();
    }

    private long number(UUID row, String column) {
        return db.count("SELECT " + column + " FROM " + table + " WHERE " + idColumn() + " = ?", row);
    }

    private List<String> columns() {
        return db
                .query("SELECT column_name::text AS name FROM information_schema.columns WHERE table_name = ?", table)
                .stream()
                .map(column -> (String) column.get("name"))
                .toList();
    }
}
