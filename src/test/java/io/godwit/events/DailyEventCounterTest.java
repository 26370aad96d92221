package io.godwit.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@CloseFields
class DailyEventCounterTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final TestDatabase DB = TestDatabase.fresh(VERTX);
    private static final int DAYS = 9;
    private static final List<String> NAMES = List.of("signed up", "bought", "email.sent");

    /** The events of a project's log, as a list of our own. */
    private record Happened(UUID id, UUID contact, String name, Instant at) {}

    private final Random random = new Random(7);
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final EventLog log = new EventLog(DB.database(), EventUsages.NONE);
    private final DailyEventCounter daily = new DailyEventCounter(DB.database());
    private final List<UUID> contacts = List.of(Ids.next(), Ids.next(), Ids.next());
    private final List<Happened> happened = new ArrayList<>();
    private final Tenant project = Tenant.system(new ProjectId(Ids.next()));

    @BeforeEach
    void makeHistory() {
        DB.query(
                "INSERT INTO projects (id, name, created_at) VALUES (?, 'Test', ?::timestamptz)",
                project.project().value(),
                now.minus(DAYS, ChronoUnit.DAYS).toString());
        IntStream.range(0, 300).forEach(ignored -> happened.add(something()));
        DB.query(
                """
                INSERT INTO events (project_id, id, contact_id, name, created_at)
                SELECT ?, id, contact_id, name, at
                  FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[]) AS happened (id, contact_id, name, at)
                """,
                project.project().value(),
                array(Happened::id),
                array(Happened::contact),
                array(event -> '"' + event.name() + '"'),
                array(Happened::at));
    }

    private Happened something() {
        var at = now.minusSeconds(random.nextInt(DAYS * 86_400));
        var id = new UUID(
                MonthPartition.lowestId(at).getMostSignificantBits() | 0x7000 | random.nextInt(0x1000),
                random.nextLong() >>> 2 | 1L << 63);
        return new Happened(
                id, contacts.get(random.nextInt(contacts.size())), NAMES.get(random.nextInt(NAMES.size())), at);
    }

    private String array(Function<Happened, Object> column) {
        return happened.stream().map(column).map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    @Test
    void countsAreTheSameBeforeAndAfterTheDaysWereCounted() {
        assertEverySpanIsRight();

        countDays();

        assertThat(rolledDays()).isGreaterThanOrEqualTo(DAYS - 1);
        assertEverySpanIsRight();
    }

    @Test
    void aDayIsCountedOnce() {
        countDays();
        countDays();

        assertEverySpanIsRight();
    }

    /** Without the correction of the daily counts this fails: the days were counted before. */
    @Test
    void whatIsDeletedIsNoLongerCounted() {
        countDays();
        var contact = contacts.get(1);

        DB.database()
                .transaction(tx -> new EventAppender().delete(tx, project, List.of(new ContactId(contact))))
                .await();
        happened.removeIf(event -> event.contact().equals(contact));

        assertEverySpanIsRight();

        var deleted = log.delete(project, "bought").await();

        assertThat(deleted)
                .isEqualTo(happened.stream()
                        .filter(event -> event.name().equals("bought"))
                        .count());
        happened.removeIf(event -> event.name().equals("bought"));
        assertEverySpanIsRight();
    }

    @Test
    void anotherProjectsEventsAreNotCounted() {
        var other = Tenant.system(new ProjectId(Ids.next()));

        countDays();

        assertThat(log.counts(other, CountedRange.EVER, Optional.empty()).await())
                .isEmpty();
    }

    private void countDays() {
        while (daily.countSome().await() == Next.MORE) {
            // One day of every project at a time.
        }
    }

    private int rolledDays() {
        return DB.query(
                        "SELECT DISTINCT day FROM event_daily_counts WHERE project_id = ?",
                        project.project().value())
                .size();
    }

    private void assertEverySpanIsRight() {
        assertRight(CountedRange.EVER);
        for (int each = 0; each < 12; each++) {
            var one = now.minusSeconds(random.nextInt(DAYS * 86_400));
            var other = now.minusSeconds(random.nextInt(DAYS * 86_400));
            assertRight(one.isBefore(other) ? new CountedRange(one, other) : new CountedRange(other, one));
        }
        var midnight = now.truncatedTo(ChronoUnit.DAYS);
        assertRight(new CountedRange(midnight.minus(3, ChronoUnit.DAYS), midnight));
        assertRight(new CountedRange(midnight, midnight));
    }

    private void assertRight(CountedRange range) {
        var expected = expected(range);

        assertThat(log.counts(project, range, Optional.empty()).await())
                .as(range.toString())
                .containsExactlyElementsOf(expected);
        assertThat(log.counts(project, range, Optional.of("bought")).await())
                .containsExactlyElementsOf(expected.stream()
                        .filter(count -> count.name().equals("bought"))
                        .toList());
    }

    private List<EventCountStore.Count> expected(CountedRange range) {
        Map<String, Long> nameToCount = happened.stream()
                .filter(event ->
                        !event.at().isBefore(range.from()) && event.at().isBefore(range.to()))
                .collect(Collectors.groupingBy(Happened::name, Collectors.counting()));
        return nameToCount.entrySet().stream()
                .map(entry -> new EventCountStore.Count(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(EventCountStore.Count::count)
                        .reversed()
                        .thenComparing(EventCountStore.Count::name))
                .toList();
    }
}
