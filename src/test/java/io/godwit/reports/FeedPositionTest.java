package io.godwit.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.Ids;
import io.godwit.db.TestDatabase;
import io.godwit.events.DailyEventCounter;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.lists.CursorCodec.Position;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hundreds of things of every kind at one and the same time, paged through while more come. */
@CloseFields
class FeedPositionTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final TestDatabase DB = TestDatabase.fresh(VERTX);
    private static final Instant MOMENT =
            Instant.now().minus(Duration.ofHours(3)).truncatedTo(ChronoUnit.MILLIS);
    private static final Instant JUST_AFTER = MOMENT.plusNanos(1_000);
    private static final int OF_EACH = 20;

    private static final Map<String, String> NAME_TO_ENDING = Map.of(
            "email.sent",
            "_sent",
            "email.open",
            "_opened",
            "email.click",
            "_clicked",
            "email.bounce",
            "_bounced",
            "bought",
            "");

    private static final ReportedHistory HISTORY = new ReportedHistory(DB, 5, MOMENT);
    private static final UUID CONTACT = Ids.next();
    private static final UUID WORKFLOW = Ids.next();
    private static final Set<String> HAPPENED = new HashSet<>();

    private final ActivityFeed feed = new ActivityFeed(DB.database(), new DailyEventCounter(DB.database()));
    private final List<String> meanwhile = new ArrayList<>();

    @BeforeAll
    static void happen() {
        HISTORY.campaigns.forEach(id -> HAPPENED.add(id + "_sent"));
        for (int each = 0; each < OF_EACH; each++) {
            HAPPENED.addAll(happen(MOMENT, MOMENT));
            HAPPENED.addAll(happen(MOMENT, JUST_AFTER));
        }
    }

    /** One of each kind; their ids in the feed. */
    private static List<String> happen(Instant at, Instant ended) {
        var ids = new ArrayList<String>();
        NAME_TO_ENDING.forEach((name, ending) -> {
            var id = HISTORY.id(at);
            var email = Ids.next();
            DB.query("""
                    INSERT INTO events (project_id, id, contact_id, name, data, email_id, created_at)
                    VALUES (?, ?, ?, ?, '{"isFirstOpen": true, "isFirstClick": true}', ?, now())
                    """, HISTORY.project(), id, CONTACT, name, email);
            ids.add(ending.isEmpty() ? id.toString() : email + ending);
        });
        var unsent = HISTORY.id(at);
        DB.query("""
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, error)
                VALUES (?, ?, ?, gen_random_uuid(), 'TRANSACTIONAL', 'TRANSACTIONAL', 'ada@example.com', 'FAILED', 'no')
                """, HISTORY.project(), unsent, CONTACT);
        ids.add(unsent + "_failed");
        var execution = HISTORY.id(at);
        DB.query("""
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status, bars_reentry, completed_at)
                VALUES (?, ?, ?, 1, ?, 'COMPLETED', false, ?::timestamptz)
                """, HISTORY.project(), execution, WORKFLOW, CONTACT, ended.toString());
        ids.add(execution + "_started");
        ids.add(execution + "_completed");
        return ids;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void eachIsSeenOnceWhateverTheLimitAndWhateverComesMeanwhile(int limit) {
        var seen = allPages(EnumSet.allOf(ActivityType.class), limit);

        assertThat(seen).hasSizeGreaterThanOrEqualTo(3 + OF_EACH * 2 * 8).doesNotHaveDuplicates();
        assertThat(seen.stream().filter(HAPPENED::contains)).containsExactlyInAnyOrderElementsOf(HAPPENED);
        assertThat(meanwhile).isNotEmpty();
        HAPPENED.addAll(meanwhile);
    }

    /** Looked up name by name, while all of them are read in one pass over the log. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 7})
    void someTypesAloneAreSeenOnceToo(int limit) {
        var types = EnumSet.of(
                ActivityType.EVENT_TRIGGERED,
                ActivityType.EMAIL_OPENED,
                ActivityType.EMAIL_BOUNCED,
                ActivityType.EMAIL_FAILED,
                ActivityType.WORKFLOW_COMPLETED);
        var expected = HAPPENED.stream()
                .filter(id -> id.matches("[^_]+|.*_(opened|bounced|failed|completed)"))
                .toList();

        var seen = allPages(types, limit);

        assertThat(seen).doesNotHaveDuplicates();
        assertThat(seen.stream().filter(HAPPENED::contains)).containsExactlyInAnyOrderElementsOf(expected);
        HAPPENED.addAll(meanwhile);
    }

    private List<String> allPages(Set<ActivityType> types, int limit) {
        var seen = new ArrayList<String>();
        var behind = Optional.of(FeedPosition.before(Instant.now()));
        for (var pages = 0; behind.isPresent(); pages++) {
            var page = feed.page(new FeedQuery(
                            HISTORY.tenant, types, Optional.empty(), Instant.EPOCH, behind.get(), limit + 1))
                    .await();
            page.stream()
                    .limit(limit)
                    .forEach(entry -> seen.add(entry.activity().id()));
            behind = page.size() > limit
                    ? Optional.of(FeedPosition.read(
                            handedOver(page.get(limit - 1).position().position())))
                    : Optional.empty();
            if (pages % 40 == 7) {
                meanwhile.addAll(happen(MOMENT, JUST_AFTER));
                meanwhile.addAll(happen(Instant.now(), Instant.now()));
            }
        }
        return seen;
    }

    /** As text, as a caller has it. */
    private static Position handedOver(Position position) {
        return new Position(position.sortKey(), UUID.fromString(position.id().toString()));
    }
}
