package io.godwit.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.CampaignId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.reports.ReportedHistory.Fact;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that, whatever has been rolled up, the sum is what a full count says. */
@CloseFields
class RollupWorkerTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private static final Instant BEGIN = NOW.minus(Duration.ofDays(4)).truncatedTo(ChronoUnit.HOURS);
    private static final Instant END = NOW.plus(Duration.ofHours(2)).truncatedTo(ChronoUnit.HOURS);
    private static final String TRUNCATE_DETAILS =
            "TRUNCATE template_email_counts, workflow_email_counts, link_counts, link_clickers, audience_counts";
    private static final String TRUNCATE = TRUNCATE_DETAILS
            + ", email_counts, email_provider_counts, campaign_counts, campaign_links, campaign_clickers"
            + ", campaign_time_counts, campaign_provider_counts";
    private static final String BEGIN_TO_COUNT =
            "UPDATE email_count_progress SET counted_until = ?::timestamptz, campaigns_counted_until = ?::timestamptz";
    private static TestDatabase db;

    private final AnalyticsStore store = new AnalyticsStore();
    private final Random random = new Random(11);

    @BeforeAll
    static void start() {
        db = TestDatabase.fresh(VERTX);
    }

    @Test
    void countsAreRightBeforeWhileAndAfterTheyAreRolledUp() {
        var one = new ReportedHistory(db, 1, NOW.minus(Duration.ofDays(1)));
        var other = new ReportedHistory(db, 2, NOW.minus(Duration.ofDays(1)));
        db.query(BEGIN_TO_COUNT, BEGIN.toString(), BEGIN.toString());
        one.add(1_500, BEGIN, NOW.minus(Duration.ofMinutes(1)));
        one.addChanges(60, BEGIN, NOW.minus(Duration.ofMinutes(1)));
        other.add(300, BEGIN, NOW.minus(Duration.ofMinutes(1)));
        var rollups = new RollupWorker(db.database());

        assertRight(one);
        assertThat(rollups.countSome().await()).isEqualTo(Next.MORE);
        for (int each = 0; each < 40; each++) {
            rollups.countSome().await();
        }
        assertRight(one);
        while (rollups.countSome().await() == Next.MORE) {
            // An hour at a time.
        }
        assertThat(
                        db.count(
                                "SELECT count(*) FROM email_count_progress WHERE counted_until > now() - INTERVAL '11 minutes'"))
                .isEqualTo(1);
        assertRight(one);
        one.add(60, NOW.minus(Duration.ofMinutes(5)), NOW);
        one.addChanges(6, NOW.minus(Duration.ofMinutes(5)), NOW);
        assertRight(one);
        assertRight(other);
        assertThat(db.count("SELECT sum(sent) FROM email_counts WHERE project_id = ?", one.project()))
                .isBetween(100L, (long) one.facts.size());
    }

    @Test
    void twoNodesCountNothingTwice() {
        var history = new ReportedHistory(db, 3, NOW);
        db.query(BEGIN_TO_COUNT, BEGIN.toString(), BEGIN.toString());
        db.query(TRUNCATE);
        history.add(300, BEGIN, NOW.minus(Duration.ofMinutes(20)));
        var nodes = List.of(new RollupWorker(db.database()), new RollupWorker(db.database()));

        while (db.count("SELECT count(*) FROM email_count_progress WHERE counted_until < now() - INTERVAL '11 minutes'")
                > 0) {
            var both = nodes.stream().map(RollupWorker::countSome).toList();
            both.forEach(run -> run.await());
        }

        assertRight(history);
    }

    /** As after an upgrade from a version that did not count them. */
    @Test
    void detailsOfTheTimeBeforeTheyWereKeptAreCountedBackwards() {
        var history = new ReportedHistory(db, 4, NOW.minus(Duration.ofDays(1)));
        db.query(BEGIN_TO_COUNT, BEGIN.toString(), BEGIN.toString());
        db.query(TRUNCATE);
        history.add(400, BEGIN, NOW.minus(Duration.ofMinutes(20)));
        history.addChanges(30, BEGIN, NOW.minus(Duration.ofMinutes(20)));
        countAll();
        db.query(TRUNCATE_DETAILS);
        db.query("UPDATE projects SET created_at = ?::timestamptz WHERE id = ?", BEGIN.toString(), history.project());
        db.query("UPDATE email_count_progress SET details_counted_from = counted_until");

        countAll();

        assertRight(history);
        db.query("UPDATE projects SET created_at = now()");
    }

    /** As after an upgrade, also one during which nodes of the version before went on counting what they know. */
    @Test
    void campaignsOfTheTimeBeforeTheyWereCountedAreCountedBackwards() {
        var history = new ReportedHistory(db, 5, NOW.minus(Duration.ofDays(1)));
        db.query(BEGIN_TO_COUNT, BEGIN.toString(), BEGIN.toString());
        db.query(TRUNCATE);
        history.add(400, BEGIN, NOW.minus(Duration.ofMinutes(20)));
        countAll();
        db.query("TRUNCATE campaign_time_counts, campaign_provider_counts");
        db.query("UPDATE campaigns SET created_at = ?::timestamptz", BEGIN.toString());
        db.query("UPDATE email_count_progress SET campaigns_counted_from = counted_until - interval '5 hours',"
                + " campaigns_counted_until = counted_until - interval '5 hours'");

        countAll();

        history.campaigns.forEach(campaign -> assertCourse(history, new CampaignId(campaign)));
        assertThat(db.count("SELECT count(*) FROM campaign_time_counts")).isPositive();
    }

    private static void countAll() {
        var worker = new RollupWorker(db.database());
        while (worker.countSome().await() == Next.MORE) {
            // An hour at a time.
        }
    }

    private void assertRight(ReportedHistory history) {
        assertSpans(history);
        assertSeries(history, "UTC", Granularity.DAY, ChronoUnit.DAYS);
        assertSeries(history, "Asia/Kathmandu", Granularity.DAY, ChronoUnit.DAYS);
        assertSeries(history, "Europe/Berlin", Granularity.HOUR, ChronoUnit.HOURS);
        assertProviders(history);
        assertCampaigns(history);
        history.campaigns.forEach(campaign -> assertLinks(history, new CampaignId(campaign)));
        history.campaigns.forEach(campaign -> assertCourse(history, new CampaignId(campaign)));
        assertLeaderboards(history);
        assertLinksOfAllEmails(history);
        assertAudience(history);
    }

    private void assertLeaderboards(ReportedHistory history) {
        var period = new ReportPeriod(BEGIN, END, ZoneId.of("UTC"), Optional.empty());
        var leaderboard = new LeaderboardStore();
        var requests = db.database().requests();
        for (var metric : CampaignMetric.values()) {
            var templates = leaderboard
                    .templates(requests, history.tenant, period, metric, 50)
                    .await();
            var workflows = leaderboard
                    .workflows(requests, history.tenant, period, metric, 50)
                    .await();

            assertRanked(templates, metric, history, history::template);
            assertRanked(workflows, metric, history, history::workflow);
            assertThat(templates)
                    .as("the other was deleted")
                    .filteredOn(each -> each.name().isPresent())
                    .extracting(LeaderboardStore.Ranked::id)
                    .containsExactly(history.templates.get(0));
        }
    }

    private static void assertRanked(
            List<LeaderboardStore.Ranked> ranked,
            CampaignMetric metric,
            ReportedHistory history,
            Function<Fact, Optional<UUID>> owner) {
        var expected = history.facts.stream()
                .filter(fact -> owner.apply(fact).isPresent())
                .collect(Collectors.groupingBy(fact -> owner.apply(fact).orElseThrow()));
        assertThat(ranked.stream()
                        .collect(Collectors.toMap(LeaderboardStore.Ranked::id, LeaderboardStore.Ranked::counts)))
                .isEqualTo(counted(expected));
        assertThat(ranked)
                .as(metric.name())
                .isSortedAccordingTo((a, b) -> Double.compare(value(metric, b.counts()), value(metric, a.counts())));
    }

    private void assertLinksOfAllEmails(ReportedHistory history) {
        var period = new ReportPeriod(BEGIN, END, ZoneId.of("UTC"), Optional.empty());

        var links = new ClickedLinkStore()
                .ofPeriod(db.database().requests(), history.tenant, period, 10)
                .await();

        assertThat(links).containsExactlyInAnyOrderElementsOf(clicked(history.facts.stream()));
    }

    private void assertAudience(ReportedHistory history) {
        var period = new ReportPeriod(BEGIN, END, ZoneId.of("Asia/Kathmandu"), Optional.empty());
        var store = new AudienceGrowthStore();
        var requests = db.database().requests();

        var series = store.series(requests, history.tenant, period, Granularity.DAY.starts(period))
                .await();
        var reasons = store.reasons(requests, history.tenant, period).await();

        var expected = history.changes.stream()
                .collect(Collectors.groupingBy(
                        change -> ZonedDateTime.ofInstant(change.at(), period.zone())
                                .truncatedTo(ChronoUnit.DAYS)
                                .toInstant(),
                        Collectors.reducing(AudienceChange.NONE, RollupWorkerTest::one, AudienceChange::plus)));
        assertThat(series).containsExactlyInAnyOrderEntriesOf(expected);
        assertThat(reasons.stream()
                        .collect(Collectors.toMap(
                                AudienceGrowthStore.UnsubscribeReason::reason,
                                AudienceGrowthStore.UnsubscribeReason::count)))
                .isEqualTo(history.changes.stream()
                        .filter(change -> change.kind().equals("UNSUBSCRIBED"))
                        .collect(Collectors.groupingBy(ReportedHistory.Change::reason, Collectors.counting())));
    }

    private static AudienceChange one(ReportedHistory.Change change) {
        return switch (change.kind()) {
            case "CREATED" -> new AudienceChange(1, 0, 0);
            case "SUBSCRIBED" -> new AudienceChange(0, 1, 0);
            default -> new AudienceChange(0, 0, 1);
        };
    }

    private void assertSpans(ReportedHistory history) {
        for (int each = 0; each < 8; each++) {
            var from = BEGIN.plus(Duration.ofMinutes(15L * random.nextInt(300)));
            var to = from.plus(Duration.ofMinutes(15L * random.nextInt(200)));
            for (var stream : List.of(Optional.<String>empty(), Optional.of("CAMPAIGN"))) {
                var period = new ReportPeriod(from, to, ZoneId.of("UTC"), stream);
                assertThat(store.total(db.database().requests(), history.tenant, period)
                                .await())
                        .as(period.toString())
                        .isEqualTo(ReportedHistory.count(in(history, period).toList()));
            }
        }
    }

    private void assertSeries(ReportedHistory history, String zone, Granularity unit, ChronoUnit chrono) {
        var period = new ReportPeriod(BEGIN, END, ZoneId.of(zone), Optional.empty());

        var series = store.series(db.database().requests(), history.tenant, period, unit.starts(period))
                .await();

        var expected = in(history, period)
                .collect(Collectors.groupingBy(fact -> ZonedDateTime.ofInstant(fact.at(), period.zone())
                        .truncatedTo(chrono)
                        .toInstant()));
        assertThat(series).containsExactlyInAnyOrderEntriesOf(counted(expected));
        assertThat(List.copyOf(series.keySet())).isSorted();
    }

    private void assertProviders(ReportedHistory history) {
        var period = new ReportPeriod(BEGIN, END, ZoneId.of("UTC"), Optional.of("TRANSACTIONAL"))
                .inWhole(AnalyticsStore.OF_PROVIDERS);

        var providers = store.providers(db.database().requests(), history.tenant, period)
                .await();

        var expected = in(history, period).collect(Collectors.groupingBy(fact -> provider(fact.domain())));
        assertThat(providers.stream()
                        .collect(Collectors.toMap(AnalyticsStore.Provider::name, AnalyticsStore.Provider::counts)))
                .isEqualTo(counted(expected));
    }

    private static String provider(String domain) {
        return switch (domain) {
            case "gmail.com", "googlemail.com" -> "Google";
            case "outlook.de" -> "Microsoft";
            case "yahoo.co.uk" -> "Yahoo";
            case "t-online.de" -> "T-Online";
            default -> "Others";
        };
    }

    private void assertCampaigns(ReportedHistory history) {
        var period = new ReportPeriod(BEGIN, END, ZoneId.of("UTC"), Optional.empty());

        var expected = history.facts.stream()
                .filter(fact -> fact.campaign() != null)
                .collect(Collectors.groupingBy(fact -> new CampaignId(fact.campaign())));
        for (var metric : CampaignMetric.values()) {
            var top = store.top(db.database().requests(), history.tenant, period, metric, 50)
                    .await();
            assertThat(top.stream().collect(Collectors.toMap(AnalyticsStore.Sent::id, AnalyticsStore.Sent::counts)))
                    .isEqualTo(counted(expected));
            assertThat(top)
                    .as(metric.name())
                    .isSortedAccordingTo(
                            (a, b) -> Double.compare(value(metric, b.counts()), value(metric, a.counts())));
        }
        var ended =
                store.ended(db.database().requests(), history.tenant, period).await();
        assertThat(ended.getKey()).isEqualTo(3);
        assertThat(ended.getValue())
                .isEqualTo(expected.values().stream()
                        .map(ReportedHistory::count)
                        .reduce(EmailCounts.NONE, EmailCounts::plus));
    }

    private void assertCourse(ReportedHistory history, CampaignId campaign) {
        var period = new ReportPeriod(BEGIN, END, ZoneId.of("Asia/Kathmandu"), Optional.empty());
        var reports = new CampaignReportStore();
        var requests = db.database().requests();

        var series = reports.series(requests, history.tenant, campaign, period, Granularity.DAY.starts(period))
                .await();
        var providers = reports.providers(requests, history.tenant, campaign).await();

        var facts = history.facts.stream()
                .filter(fact -> campaign.value().equals(fact.campaign()))
                .toList();
        assertThat(series)
                .containsExactlyInAnyOrderEntriesOf(
                        counted(facts.stream().collect(Collectors.groupingBy(fact -> fact.at()
                                .atZone(period.zone())
                                .truncatedTo(ChronoUnit.DAYS)
                                .toInstant()))));
        assertThat(providers.stream()
                        .collect(Collectors.toMap(AnalyticsStore.Provider::name, AnalyticsStore.Provider::counts)))
                .isEqualTo(counted(facts.stream().collect(Collectors.groupingBy(fact -> provider(fact.domain())))));
    }

    private static double value(CampaignMetric metric, EmailCounts counts) {
        return switch (metric) {
            case OPENS -> counts.opened();
            case CLICKS -> counts.clicked();
            case SENT -> counts.sent();
            case DELIVERED -> counts.delivered();
            case BOUNCES -> counts.bounced();
            case COMPLAINTS -> counts.complained();
            case OPEN_RATE -> counts.rate(counts.opened());
            case CLICK_RATE -> counts.rate(counts.clicked());
        };
    }

    private void assertLinks(ReportedHistory history, CampaignId campaign) {
        var links = new ClickedLinkStore()
                .ofCampaign(db.database().requests(), history.tenant, campaign, 10)
                .await();

        assertThat(links)
                .containsExactlyInAnyOrderElementsOf(clicked(
                        history.facts.stream().filter(fact -> campaign.value().equals(fact.campaign()))));
    }

    private static List<ClickedLinkStore.Link> clicked(Stream<Fact> facts) {
        return facts
                .filter(fact -> fact.link() != null)
                .collect(Collectors.groupingBy(fact -> String.valueOf(fact.link())))
                .entrySet()
                .stream()
                .map(each -> link(each.getKey(), each.getValue()))
                .toList();
    }

    private static ClickedLinkStore.Link link(String url, List<Fact> clicks) {
        var byPersons = clicks.stream()
                .filter(fact -> fact.name().equals("email.click"))
                .toList();
        return new ClickedLinkStore.Link(
                url,
                byPersons.size(),
                byPersons.stream().map(Fact::email).distinct().count(),
                clicks.size() - byPersons.size());
    }

    private static <K> Map<K, EmailCounts> counted(Map<K, List<Fact>> facts) {
        return facts.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> ReportedHistory.count(each.getValue())));
    }

    private static Stream<Fact> in(ReportedHistory history, ReportPeriod period) {
        return history.facts.stream()
                .filter(fact -> !fact.at().isBefore(period.from()) && fact.at().isBefore(period.to()))
                .filter(fact ->
                        period.stream().isEmpty() || period.stream().get().equals(fact.source()));
    }
}
