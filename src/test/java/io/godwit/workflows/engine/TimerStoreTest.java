package io.godwit.workflows.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which node holds which execution, and what an operator hears of those nobody has come to yet. */
@CloseFields
class TimerStoreTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final Vertx VERTX = Vertx.vertx();
    private static TestDatabase db;
    private final TimerStore store = new TimerStore();
    private final UUID one = UUID.randomUUID();
    private final UUID other = UUID.randomUUID();

    @BeforeAll
    static void open() {
        db = TestDatabase.fresh(VERTX);
    }

    @BeforeEach
    void clear() {
        db.query("DELETE FROM execution_timers");
    }

    private static void timers(UUID project, int count, String due) {
        db.query("""
                INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id, due_at)
                SELECT ?, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() + ?::interval FROM generate_series(1, ?)
                """, project, due, count);
    }

    private TimerStore.ClaimResult claim(int share) {
        return claim(UUID.randomUUID(), share);
    }

    private TimerStore.ClaimResult claim(UUID id, int share) {
        return store.claim(db.database().workers(), id, projects(), share, LEASE, false)
                .await();
    }

    private List<ProjectId> projects() {
        return List.of(new ProjectId(one), new ProjectId(other));
    }

    @Test
    void whatIsDueIsCountedWithItsAgeAndWhatIsNotIsNot() {
        timers(one, 3, "-5 s");
        timers(one, 2, "-90 s");
        timers(one, 1_000, "1 day");
        timers(other, 4, "-1 s");

        var backlog = store.backlog(db.database().workers(), 100).await();

        assertThat(backlog.depth()).isEqualTo(9);
        assertThat(backlog.oldestSeconds()).isBetween(90L, 120L);
    }

    @Test
    void nothingDueIsNoBacklog() {
        timers(one, 5, "1 hour");

        assertThat(store.backlog(db.database().workers(), 100).await()).isEqualTo(new TimerStore.Backlog(0, 0));
    }

    @Test
    void whoLostALeaseIsToldApartFromWhoIsNew() {
        timers(one, 2, "-1 s");
        db.query("UPDATE execution_timers SET lease_until = now() - interval '1 s', fence = 7");
        timers(other, 3, "-1 s");

        var claimed = claim(10);

        assertThat(claimed.lost()).isEqualTo(2);
        assertThat(claimed.claimed()).hasSize(5);
        assertThat(claimed.claimed())
                .filteredOn(ticket -> ticket.crashes().total() == 1)
                .hasSize(2)
                .allSatisfy(ticket -> assertThat(ticket.fence()).isEqualTo(8));
    }

    @Test
    void whatIsHeldIsNobodyElsesAndWhatIsGivenBackIs() {
        timers(one, 4, "-1 s");
        var first = claim(3);

        var second = claim(10);
        store.release(db.database().workers(), first.claimed(), Duration.ZERO).await();
        var third = claim(10);

        assertThat(first.claimed()).hasSize(3);
        assertThat(second.claimed()).hasSize(1);
        assertThat(third.claimed())
                .hasSize(3)
                .allSatisfy(claimed -> assertThat(claimed.crashes().total()).isZero());
        assertThat(third.lost()).isZero();
    }

    /** The others may have brought the node down. */
    @Test
    void aDeathBesideOthersDoesNotCountAgainstAnExecutionAndOneAloneDoes() {
        timers(one, 1, "-1 s");
        claim(1);
        for (var death = 0; death < 9; death++) {
            db.query("UPDATE execution_timers SET lease_until = now() - interval '1 h'");
            assertThat(death < 3 ? claim(1).claimed() : claimSuspect()).hasSize(1);
        }

        db.query("UPDATE execution_timers SET lease_until = now() - interval '1 h'");
        var beside = claimSuspect().get(0);
        store.markAlone(db.database().workers(), beside).await();
        db.query("UPDATE execution_timers SET lease_until = now() - interval '1 h'");
        var alone = claimSuspect().get(0);

        assertThat(beside.crashes().total()).isEqualTo(10);
        assertThat(beside.crashes().alone()).isZero();
        assertThat(alone.crashes().alone()).isEqualTo(1);
    }

    /** The second loss is that of a node that died, or stands still to this day. */
    @Test
    void anExecutionWhoseLeaseEndedWhileItsNodeLivedIsNotHeldGuilty() {
        timers(one, 1, "-1 s");
        db.query("UPDATE execution_timers SET lost_leases = 3");
        var leases = new TimerLeases(db.database(), LEASE);
        var slow = claimSuspect();
        leases.add(slow);
        store.markAlone(db.database().workers(), slow.get(0)).await();
        db.query("UPDATE execution_timers SET lease_until = now() - interval '1 h'");
        var dead = claimSuspect().get(0);
        store.markAlone(db.database().workers(), dead).await();
        db.query("UPDATE execution_timers SET lease_until = now() - interval '1 h'");
        var last = claimSuspect().get(0);

        leases.remove(slow);
        leases.renew().await();
        leases.renew().await();

        assertThat(last.crashes().alone()).isEqualTo(2);
        assertThat(db.count("SELECT alone_lost_leases FROM execution_timers")).isOne();
    }

    /** The event takes its lease, and leaves the mark that it was alone. */
    @Test
    void anExecutionThatAnEventEndsTheWaitOfWhileItIsAloneIsClaimed() {
        timers(one, 1, "-1 s");
        db.query("UPDATE execution_timers SET lost_leases = 3, alone = true, lease_until = NULL");

        assertThat(claimSuspect())
                .singleElement()
                .satisfies(claimed -> assertThat(claimed.crashes().alone()).isZero());
    }

    private List<ClaimedExecution> claimSuspect() {
        return store.claim(db.database().workers(), UUID.randomUUID(), projects(), 1, LEASE, true)
                .await()
                .claimed();
    }

    @Test
    void aClaimNobodyHeardOfIsTakenBackAndNoOther() {
        timers(one, 4, "-1 s");
        var lost = UUID.randomUUID();
        claim(lost, 3);
        var heard = claim(10);

        store.releaseClaim(db.database().workers(), lost, projects()).await();
        var again = claim(10);
        store.releaseClaim(db.database().workers(), lost, projects()).await();

        assertThat(heard.claimed()).hasSize(1);
        assertThat(again.claimed()).hasSize(3).allSatisfy(claimed -> {
            assertThat(claimed.crashes().total()).isZero();
            assertThat(claimed.fence()).isEqualTo(3);
        });
        assertThat(again.lost()).isZero();
        assertThat(claim(10).claimed()).isEmpty();
    }

    @Test
    void aProjectGetsNoMoreThanItsShare() {
        timers(one, 50, "-10 s");
        timers(other, 2, "-1 s");

        var claimed = claim(5);

        assertThat(claimed.claimed()).hasSize(7);
    }
}
