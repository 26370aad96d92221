package io.godwit.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.Ids;
import io.godwit.db.TestDatabase;
import io.godwit.events.DailyEventCounter;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.reports.FeedStore.Entry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The feed, page by page, when many things happened at one moment. */
@CloseFields
class ActivityFeedTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final TestDatabase DB = TestDatabase.fresh(VERTX);
    private static final Instant MOMENT =
            Instant.now().minus(Duration.ofHours(3)).truncatedTo(ChronoUnit.MILLIS);
    private static final List<Duration> STEPS = List.of(
            Duration.ZERO,
            Duration.ofNanos(1_000),
            Duration.ofNanos(999_000),
            Duration.ofMillis(1),
            Duration.ofMillis(2));

    private final Random random = new Random(5);
    private final ActivityFeed feed = new ActivityFeed(DB.database(), new DailyEventCounter(DB.database()));
    private final Set<String> happened = new java.util.HashSet<>();
    private final UUID contact = Ids.next();
    private final UUID workflow = Ids.next();
    private ReportedHistory history;

    @BeforeEach
    void begin() {
        DB.query("UPDATE email_count_progress SET counted_until = now() - INTERVAL '3 days'");
        history = new ReportedHistory(DB, random.nextLong(), MOMENT);
        history.campaigns.forEach(id -> happened.add(id + "_sent"));
        history.executions.forEach(id -> happened.add(id + "_started"));
        DB.query(
                "INSERT INTO contacts (project_id, id, email, subscribed) VALUES (?, ?, 'ada@example.com', true)",
                project(),
                contact);
        DB.query(
                "INSERT INTO workflows (project_id, id, name, trigger_type) VALUES (?, ?, 'Welcome', 'MANUAL')",
                project(),
                workflow);
        for (int each = 0; each < 8; each++) {
            event();
            unsent();
            execution();
        }
    }

    private UUID project() {
        return history.project();
    }

    private Instant some() {
        return MOMENT.plus(STEPS.get(random.nextInt(STEPS.size())));
    }

    private void event() {
        var id = history.id(some());
        DB.query(
                "INSERT INTO events (project_id, id, contact_id, name, created_at) VALUES (?, ?, ?, 'bought', now())",
                project(),
                id,
                contact);
        happened.add(id.toString());
    }

    private void unsent() {
        var id = history.id(some());
        DB.query("""
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, error)
                VALUES (?, ?, ?, gen_random_uuid(), 'TRANSACTIONAL', 'TRANSACTIONAL', 'ada@example.com', 'FAILED', 'no')
                """, project(), id, contact);
        happened.add(id + "_failed");
    }

    private void execution() {
        var id = history.id(some());
        DB.query("""
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status, bars_reentry, completed_at)
                VALUES (?, ?, ?, 1, ?, 'COMPLETED', false, ?::timestamptz)
                """, project(), id, workflow, contact, some().toString());
        happened.add(id + "_started");
        happened.add(id + "_completed");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50, 100})
    void noPageLosesOrRepeatsAnythingAtEqualTimes(int limit) {
        var seen = allPages(EnumSet.allOf(ActivityType.class), Optional.empty(), limit);

        assertThat(seen).hasSize(happened.size());
        assertThat(seen).extracting(entry -> entry.activity().id()).containsExactlyInAnyOrderElementsOf(happened);
        assertThat(seen)
                .extracting(entry -> entry.position().at())
                .isSortedAccordingTo((one, other) -> other.compareTo(one));
    }

    /** Later entries are newer, and move nothing. */
    @Test
    void whatHappensBetweenTwoPagesIsNeitherSeenNorInTheWay() {
        var first = page(EnumSet.allOf(ActivityType.class), Optional.empty(), FeedPosition.before(Instant.now()), 10);
        var before = Set.copyOf(happened);
        DB.query(
                "INSERT INTO events (project_id, id, contact_id, name, created_at) VALUES (?, ?, ?, 'bought', now())",
                project(),
                history.id(Instant.now()),
                contact);

        var remaining = allPagesFrom(
                EnumSet.allOf(ActivityType.class),
                Optional.empty(),
                first.get(9).position(),
                10);

        assertThat(first.size() + remaining.size()).isEqualTo(before.size());
    }

    @Test
    void typesAndContactsChooseAmongThem() {
        var other = Ids.next();
        DB.query(
                "INSERT INTO events (project_id, id, contact_id, name, created_at) VALUES (?, ?, ?, 'bought', now())",
                project(),
                history.id(MOMENT),
                other);

        var failed = allPages(EnumSet.of(ActivityType.EMAIL_FAILED), Optional.empty(), 5);
        var ofOther = allPages(EnumSet.allOf(ActivityType.class), Optional.of(other), 5);
        var ofContact = allPages(EnumSet.allOf(ActivityType.class), Optional.of(contact), 5);

        assertThat(failed).hasSize(8).allMatch(entry -> entry.activity().type() == ActivityType.EMAIL_FAILED);
        assertThat(ofOther).hasSize(1);
        assertThat(ofContact).hasSize(8 * 4);
        assertThat(allPages(EnumSet.noneOf(ActivityType.class), Optional.empty(), 5))
                .isEmpty();
    }

    @Test
    void theTotalIsTheNumberOfAllPages() {
        history.add(400, MOMENT.minus(Duration.ofHours(4)), MOMENT);
        for (var types : List.of(
                EnumSet.allOf(ActivityType.class),
                EnumSet.of(ActivityType.EMAIL_OPENED, ActivityType.EMAIL_FAILED),
                EnumSet.of(ActivityType.WORKFLOW_STARTED),
                EnumSet.of(ActivityType.EVENT_TRIGGERED))) {
            for (var owner : List.of(Optional.<UUID>empty(), Optional.of(contact))) {
                var period = new ReportPeriod(
                        MOMENT.minus(Duration.ofDays(2)).truncatedTo(ChronoUnit.HOURS),
                        MOMENT.plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.HOURS),
                        ZoneOffset.UTC,
                        Optional.empty());
                var query = new FeedQuery(
                        history.tenant, types, owner, period.from(), FeedPosition.before(period.to()), 100);

                assertThat(feed.total(query, period).await())
                        .as(types + " " + owner)
                        .isEqualTo(allPages(types, owner, 100).size());
            }
        }
    }

    private List<Entry> allPages(Set<ActivityType> types, Optional<UUID> owner, int limit) {
        return allPagesFrom(types, owner, FeedPosition.before(Instant.now()), limit);
    }

    /** As the routes do: one more than fits tells whether there is more, and the cursor is the last that fits. */
    private List<Entry> allPagesFrom(Set<ActivityType> types, Optional<UUID> owner, FeedPosition from, int limit) {
        var seen = new ArrayList<Entry>();
        var behind = from;
        while (true) {
            var page = page(types, owner, behind, limit + 1);
            seen.addAll(page.subList(0, Math.min(limit, page.size())));
            if (page.size() <= limit) {
                return seen;
            }
            behind = FeedPosition.read(page.get(limit - 1).position().position());
        }
    }

    private List<Entry> page(Set<ActivityType> types, Optional<UUID> owner, FeedPosition behind, int limit) {
        return feed.page(new FeedQuery(history.tenant, types, owner, Instant.EPOCH, behind, limit))
                .await();
    }
}
