package io.godwit.segments.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.db.TestDatabase;
import io.godwit.events.EventAppender;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentEditor;
import io.godwit.segments.SegmentMemberStore;
import io.godwit.segments.SegmentRequest;
import io.godwit.segments.SegmentSettings;
import io.godwit.segments.SegmentStore.FirstCount;
import io.godwit.segments.SegmentType;
import io.godwit.segments.SegmentUsages;
import io.godwit.segments.api.MemberPager.MemberPage;
import io.godwit.segments.api.MemberPager.PagePosition;
import io.godwit.web.ExpectedVersion;
import io.godwit.web.JsonBody;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what the pages of a large project's segment show before, while and after its members are found. */
@CloseFields
class MemberPagerTest {

    private static final SegmentSettings SETTINGS = new SegmentSettings(Duration.ofMinutes(5), Duration.ofSeconds(90));

    private static Vertx vertx;
    private static TestDatabase db;
    private static SegmentDependencies node;
    private static MemberPager pager;
    private Tenant tenant;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
        db = TestDatabase.fresh(vertx);
        node = SegmentDependencies.of(vertx, db.database(), new EventAppender(), SETTINGS);
        pager = new MemberPager(node, 0);
    }

    @BeforeEach
    void newProject() {
        tenant = Tenant.system(new ProjectId(UUID.randomUUID()));
    }

    @Test
    void theFirstPageIsShownWhileTheMembersAreStillBeingFound() throws Exception {
        contacts(450, true);
        contacts(50, false);
        var segment = segment(true);

        try (var busy = computationOf(segment.id())) {
            var page = page(segment, 1, 20);
            var last = page(segment, 5, 20);

            assertThat(page.counted()).isFalse();
            assertThat(page.total()).isEqualTo(101);
            assertThat(page.data()).isEqualTo(live(segment, 1, 20).data());
            assertThat(last.data()).isEqualTo(live(segment, 5, 20).data());
            assertThat(busy.isClosed()).isFalse();
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> page(segment, 1, 20).counted());
        assertThat(page(segment, 1, 20)).isEqualTo(live(segment, 1, 20));
    }

    @Test
    void pagesStayTheSameOverTheMomentAllMembersAreFound() throws Exception {
        contacts(450, true);
        var segment = segment(true);
        var before = db.query("SELECT id FROM contacts WHERE project_id = ?", project());
        var first = ids(page(segment, 1, 100));

        contacts(60, true);
        var shown = new ArrayList<>(first);
        for (var number = 2; number <= 6; number++) {
            shown.addAll(ids(page(segment, number, 100)));
        }

        assertThat(shown)
                .doesNotHaveDuplicates()
                .containsAll(before.stream()
                        .map(row -> new ContactId((UUID) row.get("id")))
                        .toList());
        assertThat(ids(page(segment, 1, 100))).isEqualTo(first);
        assertThat(page(segment, 1, 100).total()).isEqualTo(shown.size());
    }

    @Test
    void fewMembersAreAllFoundFirst() {
        contacts(100, true);
        contacts(200, false);
        var segment = segment(true);

        var page = page(segment, 1, 100);

        assertThat(page.counted()).isTrue();
        assertThat(page).isEqualTo(live(segment, 1, 100));
    }

    @Test
    void anEditedFilterIsShownAtOnce() {
        contacts(150, true);
        contacts(120, false);
        var segment = segment(true);
        page(segment, 2, 100);

        var edited = edited(segment, false);

        assertThat(edited.counted()).isFalse();
        assertThat(page(edited, 2, 100).total()).isEqualTo(120);
        assertThat(page(edited, 1, 100)).isEqualTo(live(edited, 1, 100));
    }

    @Test
    void aFirstPageOfTheFilterBeforeAnEditIsNotKept() {
        contacts(150, true);
        contacts(120, false);
        var segment = segment(true);

        edited(segment, false);
        page(segment, 1, 20);

        assertThat(db.count("SELECT count(*) FROM segment_pages WHERE project_id = ? AND NOT complete", project()))
                .isZero();
    }

    @Test
    void pagesOfTheFilterBeforeAnEditAreNotKept() throws Exception {
        contacts(150, true);
        contacts(120, false);
        var segment = segment(true);
        CompletableFuture<MemberPage> begunBefore;

        Segment edited;
        try (var busy = computationOf(segment.id())) {
            begunBefore = CompletableFuture.supplyAsync(() -> page(segment, 2, 100));
            awaitWaiting("pg_advisory_xact_lock");
            edited = edited(segment, false);
            busy.rollback();
        }

        assertThat(begunBefore.join().total()).isEqualTo(150);
        assertThat(page(edited, 2, 100)).isEqualTo(live(edited, 2, 100));
    }

    /** The pass over the contacts waits for their table. */
    @Test
    void anEditDoesNotWaitForPagesThatAreBeingMadeAgain() throws Exception {
        contacts(150, true);
        contacts(120, false);
        var segment = segment(true);
        page(segment, 2, 100);
        db.query("UPDATE segment_pages SET made_at = now() - interval '1 hour' WHERE project_id = ?", project());
        Segment edited;

        try (var busy = db.connect();
                var statement = busy.createStatement()) {
            busy.setAutoCommit(false);
            statement.execute("LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE");
            var waiting = CompletableFuture.supplyAsync(() -> page(segment, 1, 20));
            awaitWaiting("segment_pages");
            edited = CompletableFuture.supplyAsync(() -> edited(segment, false)).get(10, TimeUnit.SECONDS);
            busy.rollback();
            waiting.join();
        }

        await().atMost(Duration.ofSeconds(30)).until(() -> page(edited, 2, 100).total() == 120);
    }

    private static void awaitWaiting(String statement) {
        await().atMost(Duration.ofSeconds(30)).until(() -> db.count("""
                                SELECT count(*) FROM pg_stat_activity
                                 WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, ?) > 0
                                """, statement) > 0);
    }

    private UUID project() {
        return tenant.project().value();
    }

    private void contacts(int count, boolean subscribed) {
        db.query(
                "INSERT INTO contacts (project_id, id, email, subscribed) SELECT ?, gen_random_uuid(), gen_random_uuid() || '@example.com', ?"
                        + " FROM generate_series(1, ?)",
                project(),
                subscribed,
                count);
    }

    private Segment segment(boolean subscribed) {
        var body = JsonBody.of(Json.readObject(Json.write(Map.of("name", "S", "filters", filter(subscribed)))));
        var request = SegmentRequest.Create.parse(body);
        return db.database()
                .transaction(
                        tx -> editor().create(tx, tenant, request, new FirstCount(Optional.empty(), SETTINGS.every())))
                .await();
    }

    private Segment edited(Segment segment, boolean subscribed) {
        var body = JsonBody.of(Json.readObject(Json.write(Map.of("filters", filter(subscribed)))));
        var change = SegmentRequest.Change.parse(body, SegmentType.DYNAMIC);
        return db.database()
                .transaction(tx -> editor().change(tx, tenant, segment.id(), change, ExpectedVersion.ANY))
                .await()
                .segment();
    }

    private static SegmentEditor editor() {
        return new SegmentEditor(node.segments(), SegmentUsages.NONE);
    }

    private static Map<String, Object> filter(boolean subscribed) {
        var condition = Map.of("field", "subscribed", "operator", "equals", "value", subscribed);
        return Map.of("operator", "AND", "conditions", List.of(condition));
    }

    /** A computation of the pages that lasts until it is closed. */
    private static Connection computationOf(SegmentId segment) throws SQLException {
        var connection = db.connect();
        connection.setAutoCommit(false);
        try (var lock = connection.prepareStatement(
                "SELECT pg_advisory_xact_lock(hashtextextended('godwit.segments.pages ' || ?, 0))")) {
            lock.setString(1, segment.toString());
            lock.execute();
        }
        return connection;
    }

    private MemberPage page(Segment segment, int number, int size) {
        return pager.page(tenant, segment, new PagePosition(number, size)).await();
    }

    /** The page as the filter finds it now. */
    private MemberPage live(Segment segment, int number, int size) {
        var selection =
                node.segments().all(db.database().requests(), tenant, segment).await();
        var store = new SegmentMemberStore();
        var members = store.page(db.database().requests(), selection, (number - 1L) * size, size)
                .await();
        var total = store.count(db.database().requests(), selection).await();
        return MemberPage.of(tenant, members, total, new PagePosition(number, size));
    }

    private static List<ContactId> ids(MemberPage page) {
        return Stream.of(page)
                .flatMap(one -> one.data().stream())
                .map(one -> one.id())
                .toList();
    }
}
