package io.godwit.segments.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.Json;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.db.TestDatabase;
import io.godwit.events.EventAppender;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.segments.SegmentCounter;
import io.godwit.segments.SegmentEditor;
import io.godwit.segments.SegmentMemberStore;
import io.godwit.segments.SegmentRequest;
import io.godwit.segments.SegmentSettings;
import io.godwit.segments.SegmentStore.FirstCount;
import io.godwit.segments.SegmentType;
import io.godwit.segments.SegmentUsages;
import io.godwit.segments.api.MemberPager;
import io.godwit.segments.api.MemberPager.PagePosition;
import io.godwit.segments.api.SegmentDependencies;
import io.godwit.segments.filter.FilterReader;
import io.godwit.web.JsonBody;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Computations that are cut off, meet each other, or run while contacts change, and pages of many members. */
@CloseFields
class SegmentComputerTest {

    private static final SegmentSettings SETTINGS = new SegmentSettings(Duration.ofMinutes(5), Duration.ofSeconds(90));

    private static final FirstCount UNCOUNTED = new FirstCount(Optional.empty(), SETTINGS.every());

    private static Vertx vertx;
    private static TestDatabase db;
    private Tenant tenant;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
        db = TestDatabase.fresh(vertx);
    }

    @BeforeEach
    void newProject() {
        tenant = Tenant.system(new ProjectId(UUID.randomUUID()));
    }

    private static SegmentDependencies node() {
        return SegmentDependencies.of(vertx, db.database(), new EventAppender(), SETTINGS);
    }

    private SegmentId tracked(SegmentDependencies node, Map<String, Object> condition) {
        var json = Map.<String, Object>of("operator", "AND", "conditions", List.of(condition));
        var filter = FilterReader.read(JsonBody.of(Json.readObject(Json.write(json))));
        var request = new SegmentRequest.Create("S", Optional.empty(), SegmentType.DYNAMIC, Optional.of(filter), true);
        return db.database()
                .transaction(tx ->
                        new SegmentEditor(node.segments(), SegmentUsages.NONE).create(tx, tenant, request, UNCOUNTED))
                .await()
                .id();
    }

    private static Map<String, Object> subscribed() {
        return Map.of("field", "subscribed", "operator", "equals", "value", true);
    }

    private void contacts(int count, boolean subscribed) {
        db.query(
                "INSERT INTO contacts (project_id, id, email, subscribed) SELECT ?, gen_random_uuid(), gen_random_uuid() || '@example.com', ?"
                        + " FROM generate_series(1, ?)",
                tenant.project().value(),
                subscribed,
                count);
    }

    private long count(String sql) {
        return db.count(sql, tenant.project().value());
    }

    @Test
    void aComputationThatIsCutOffIsFinishedByTheNextAndTellsNothingTwice() {
        var node = node();
        var id = tracked(node, subscribed());
        node.computation().compute(tenant, id).await();
        contacts(5_000, true);
        db.query("""
                CREATE FUNCTION second() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF EXISTS (SELECT FROM events WHERE project_id = '%s') THEN RAISE EXCEPTION 'cut off'; END IF;
                    RETURN NULL;
                END $$
                """.formatted(tenant.project()));
        db.query("CREATE TRIGGER second BEFORE INSERT ON events EXECUTE FUNCTION second()");

        assertThatThrownBy(() -> node.computation().compute(tenant, id).await()).hasMessageContaining("cut off");
        db.query("DROP FUNCTION second CASCADE");
        var half = count("SELECT count(*) FROM segment_members WHERE project_id = ?");
        var halfTold = count("SELECT count(*) FROM events WHERE project_id = ?");
        var result = node.computation().compute(tenant, id).await();

        assertThat(half).isEqualTo(2_000).isEqualTo(halfTold);
        assertThat(result).isEqualTo(new SegmentComputer.Result(3_000, 0, 5_000));
        assertThat(
                        count(
                                "SELECT count(DISTINCT contact_id) FROM events WHERE project_id = ? AND name = 'segment.s.entry'"))
                .isEqualTo(5_000)
                .isEqualTo(count("SELECT count(*) FROM events WHERE project_id = ?"));
        assertThat(count("SELECT count(*) FROM segment_changes WHERE project_id = ?"))
                .isZero();
    }

    /** The table of changes is not logged: after a crash of PostgreSQL it is empty. */
    @Test
    void aComputationWhoseChangesAreGoneOnTheWayBeginsAnewAndTellsNobody() {
        var node = node();
        var id = tracked(node, subscribed());
        contacts(25_000, true);
        db.query("""
                CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF (SELECT count(*) FROM segment_members WHERE project_id = '%1$s') = 20000 THEN
                        DELETE FROM segment_changes WHERE project_id = '%1$s';
                    END IF;
                    RETURN NULL;
                END $$
                """.formatted(tenant.project()));
        db.query("CREATE TRIGGER crash AFTER INSERT ON segment_members FOR EACH STATEMENT EXECUTE FUNCTION crash()");

        var result = node.computation().compute(tenant, id).await();
        db.query("DROP FUNCTION crash CASCADE");
        node.computation().compute(tenant, id).await();

        assertThat(result).isEqualTo(new SegmentComputer.Result(5_000, 0, 25_000));
        assertThat(count("SELECT count(*) FROM events WHERE project_id = ?")).isZero();
    }

    /** Workflows do not run for a suspended project: contacts that entered meanwhile would be lost to them. */
    @Test
    void aSuspendedProjectsSegmentIsComputedOnceTheProjectGoesOn() {
        var node = node();
        var id = tracked(node, subscribed());
        node.computation().compute(tenant, id).await();
        contacts(3, true);
        db.query(
                "INSERT INTO projects (id, name, disabled) VALUES (?, 'Suspended', true)",
                tenant.project().value());
        db.query(
                "UPDATE segments SET due_at = now() WHERE project_id = ?",
                tenant.project().value());

        computeAllDue(node);
        var meanwhile = count("SELECT count(*) FROM segment_members WHERE project_id = ?");
        db.query(
                "UPDATE projects SET disabled = false WHERE id = ?",
                tenant.project().value());
        computeAllDue(node);

        assertThat(meanwhile).isZero();
        assertThat(count("SELECT count(*) FROM segment_members WHERE project_id = ?"))
                .isEqualTo(3);
        assertThat(count("SELECT count(*) FROM events WHERE project_id = ?")).isEqualTo(3);
    }

    @Test
    void aProjectWithManyDueSegmentsDoesNotDelayThoseOfOthers() {
        var node = node();
        computeAllDue(node);
        for (var number = 0; number < 5; number++) {
            due(node, "1 hour");
        }
        tenant = Tenant.system(new ProjectId(UUID.randomUUID()));
        var other = due(node, "1 minute");

        var computer = node.computation();
        computer.next().await();
        computer.next().await();

        assertThat(db.count("SELECT count(*) FROM segments WHERE due_at <= now()"))
                .isEqualTo(4);
        assertThat(db.count("SELECT count(*) FROM segments WHERE due_at > now() AND id = ?", other.value()))
                .isOne();
        computeAllDue(node);
    }

    private SegmentId due(SegmentDependencies node, String since) {
        var id = tracked(node, subscribed());
        db.query("UPDATE segments SET due_at = now() - ?::interval WHERE id = ?", since, id.value());
        return id;
    }

    private static void computeAllDue(SegmentDependencies node) {
        while (node.computation().next().await() == Next.MORE) {
            // Each time one segment of any project.
        }
    }

    @Test
    void aNodeThatDiedIsSucceededWhenItsLeaseEnds() {
        var node = node();
        var id = tracked(node, subscribed());
        contacts(10, true);
        var dead = new SegmentClaimStore()
                .claim(db.database().workers(), tenant, id, Duration.ofSeconds(1))
                .await();

        var result = node.computation().compute(tenant, id).await();
        var late = db.database()
                .transaction(tx -> new SegmentClaimStore().renew(tx, dead.orElseThrow(), Duration.ofSeconds(1)))
                .await();

        assertThat(result).isEqualTo(new SegmentComputer.Result(10, 0, 10));
        assertThat(late).isFalse();
        assertThat(count("SELECT count(*) FROM events WHERE project_id = ?")).isZero();
    }

    @Test
    void nodesThatComputeWhileContactsChangeConverge() throws Exception {
        var nodes = List.of(node(), node());
        var id = tracked(nodes.get(0), subscribed());
        contacts(200, true);
        nodes.get(0).computation().compute(tenant, id).await();
        var changing = new AtomicBoolean(true);
        var mutator = new Thread(() -> {
            while (changing.get()) {
                db.query(
                        "UPDATE contacts SET subscribed = NOT subscribed WHERE project_id = ? AND random() < 0.1",
                        tenant.project().value());
            }
        });

        mutator.start();
        for (var round = 0; round < 15; round++) {
            Future.all(nodes.stream()
                            .map(node -> node.computation().compute(tenant, id))
                            .toList())
                    .await();
        }
        changing.set(false);
        mutator.join();
        nodes.get(1).computation().compute(tenant, id).await();

        assertThat(count("SELECT count(*) FROM events WHERE project_id = ?")).isPositive();
        assertThat(count(
                        "SELECT count(*) FROM contacts c WHERE project_id = ? AND subscribed <> EXISTS (SELECT 1 FROM segment_members m"
                                + " WHERE m.project_id = c.project_id AND m.contact_id = c.id)"))
                .isZero();
        assertThat(count("""
                        SELECT count(*) FROM (
                            SELECT name, lag(name, 1, 'segment.s.entry') OVER (PARTITION BY contact_id ORDER BY id) AS before
                              FROM events WHERE project_id = ?) told
                         WHERE name = before""")).isZero();
    }

    @Test
    void contactsDeletedOnTheWayLeaveNoMemberAndNoWord() {
        var node = node();
        var id = tracked(node, subscribed());
        contacts(3, true);
        node.computation().compute(tenant, id).await();
        db.query("DELETE FROM contacts WHERE project_id = ?", tenant.project().value());

        var result = node.computation().compute(tenant, id).await();

        assertThat(result).isEqualTo(new SegmentComputer.Result(0, 3, 0));
        assertThat(count("SELECT count(*) FROM events WHERE project_id = ?")).isZero();
    }

    @Test
    void whatADeletedSegmentLeavesIsSwept() {
        var node = node();
        var id = tracked(node, subscribed());
        contacts(12_000, true);
        node.computation().compute(tenant, id).await();

        db.database()
                .transaction(tx -> new SegmentEditor(node.segments(), SegmentUsages.NONE).delete(tx, tenant, id))
                .await();
        var left = count("SELECT count(*) FROM segment_members WHERE project_id = ?");
        while (node.computation().sweep().await() == Next.MORE) {
            assertThat(count("SELECT count(*) FROM segment_members WHERE project_id = ?"))
                    .isLessThan(left);
        }

        assertThat(left).isEqualTo(12_000);
        assertThat(count("SELECT count(*) FROM segment_members WHERE project_id = ?"))
                .isZero();
        assertThat(count("SELECT count(*) FROM segment_deletions WHERE project_id = ?"))
                .isZero();
    }

    @Test
    void aSegmentInUseIsNotDeleted() {
        var node = node();
        var id = tracked(node, subscribed());
        SegmentUsages used = (tx, whose, ignored) -> Future.succeededFuture(2);

        assertThatThrownBy(() -> db.database()
                        .transaction(tx -> new SegmentEditor(node.segments(), used).delete(tx, tenant, id))
                        .await())
                .hasMessageContaining("(2)");
        assertThat(node.segments().find(tenant, id).await().id()).isEqualTo(id);
    }

    @Test
    void aSegmentIsCountedWhenItsMembersHaveBeenFound() {
        var node = node();
        var id = tracked(node, subscribed());

        var made = node.segments().find(tenant, id).await();
        node.computation().compute(tenant, id).await();
        var computed = node.segments().find(tenant, id).await();

        assertThat(made.counted()).isFalse();
        assertThat(computed.counted()).isTrue();
    }

    @Test
    void aCountThatAnEditOvertookDoesNotCountForTheNewFilter() {
        var node = node();
        var id = tracked(node, subscribed());
        contacts(3, true);
        var before = node.segments().find(tenant, id).await();
        db.query(
                "UPDATE segments SET version = version + 1, member_count = 7 WHERE project_id = ?",
                tenant.project().value());

        new SegmentCounter(db.database(), node.segments())
                .recount(tenant, before)
                .await();

        var after = node.segments().find(tenant, id).await();
        assertThat(after.counted()).isFalse();
        assertThat(after.memberCount()).isEqualTo(7);
    }

    @Test
    void pagesOfManyMembersAreThoseOfFew() {
        var node = node();
        var id = tracked(node, subscribed());
        contacts(450, true);
        contacts(50, false);
        var segment = node.segments().find(tenant, id).await();
        var live = new MemberPager(node, Integer.MAX_VALUE);
        var kept = new MemberPager(node, 0);

        var positions = Stream.of(1, 7, 20, 99, 100)
                .flatMap(size -> Stream.of(1, 2, 3, 5, 10, 450 / size, 450 / size + 1, 450 / size + 2, 1_000_000)
                        .map(page -> new PagePosition(page, size)))
                .toList();

        var wanted = positions.stream()
                .map(position -> live.page(tenant, segment, position).await())
                .toList();
        kept.page(tenant, segment, new PagePosition(2, 100)).await();
        var read = positions.stream()
                .map(position -> kept.page(tenant, segment, position).await())
                .toList();

        assertThat(read).isEqualTo(wanted);
    }

    @Test
    void aKeptPageShowsNobodyWhoHasLeft() {
        var node = node();
        var id = tracked(node, subscribed());
        contacts(30, true);
        var segment = node.segments().find(tenant, id).await();
        var kept = new MemberPager(node, 0);
        var first = kept.page(tenant, segment, new PagePosition(1, 20)).await();

        db.query(
                "UPDATE contacts SET subscribed = false WHERE project_id = ? AND id = ?",
                tenant.project().value(),
                first.data().get(0).id().value());
        var second = kept.page(tenant, segment, new PagePosition(1, 20)).await();

        assertThat(first.total()).isEqualTo(30);
        assertThat(second.data()).isEqualTo(first.data().subList(1, 20));
    }

    @Test
    void pagesOfAListAreReadFromTheNearerEnd() {
        var node = node();
        var id = tracked(node, subscribed());
        contacts(55, true);
        db.query(
                "INSERT INTO segment_members (project_id, segment_id, contact_id, entered_at) SELECT project_id, ?, id, now() - random() * interval '1 day'"
                        + " FROM contacts WHERE project_id = ?",
                id.value(),
                tenant.project().value());
        var wanted = db
                .query(
                        "SELECT contact_id FROM segment_members WHERE project_id = ? ORDER BY entered_at DESC, contact_id DESC",
                        tenant.project().value())
                .stream()
                .map(row -> new ContactId((UUID) row.get("contact_id")))
                .toList();

        var read = new ArrayList<ContactId>();
        IntStream.range(0, 9).forEach(page -> new SegmentMemberStore()
                .pageListed(db.database().requests(), tenant, id, page * 7L, 7, 55)
                .await()
                .forEach(member -> read.add(member.id())));

        assertThat(read).isEqualTo(wanted);
    }
}
