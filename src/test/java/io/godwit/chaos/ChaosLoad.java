package io.godwit.chaos;

import io.godwit.chaos.HitLedger.Kind;
import io.godwit.chaos.HitLedger.TrackedRequest;
import io.godwit.kit.load.PacedCallers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** All that callers do at once while faults come. */
final class ChaosLoad {

    private static final int CALLERS = 12;
    private static final int CALLS_PER_SECOND = 100;
    private static final int READERS = 2;
    private static final int OPENS_PER_SECOND = 6;
    private static final int CLICKS_PER_SECOND = 4;
    private static final Duration CAMPAIGN_EVERY = Duration.ofSeconds(20);
    private static final Duration IMPORT_EVERY = Duration.ofSeconds(15);

    private final ChaosTraffic calls;
    private final CampaignTraffic campaigns;
    private final ImportTraffic imports;
    private final HitTraffic opens;
    private final HitTraffic clicks;
    private final List<PacedCallers> callers = new ArrayList<>();

    ChaosLoad(ChaosNodes nodes) {
        calls = new ChaosTraffic(nodes);
        campaigns = new CampaignTraffic(nodes);
        imports = new ImportTraffic(nodes);
        opens = new HitTraffic(nodes, Kind.OPEN);
        clicks = new HitTraffic(nodes, Kind.CLICK);
    }

    void start() {
        callers.addAll(List.of(
                PacedCallers.start(CALLERS, CALLS_PER_SECOND, calls::call),
                PacedCallers.start(READERS, OPENS_PER_SECOND, opens::call),
                PacedCallers.start(READERS, CLICKS_PER_SECOND, clicks::call),
                PacedCallers.start(1, 1, number -> {
                    campaigns.call(number);
                    rest(CAMPAIGN_EVERY);
                }),
                PacedCallers.start(1, 1, number -> {
                    imports.call(number);
                    rest(IMPORT_EVERY);
                })));
    }

    /** Returns when every call has had its answer. */
    void finish() {
        callers.forEach(PacedCallers::finish);
    }

    ChaosTraffic calls() {
        return calls;
    }

    CampaignTraffic campaigns() {
        return campaigns;
    }

    ImportTraffic imports() {
        return imports;
    }

    /** The requests of emails that have had an end, with an answer or without. */
    List<TrackedRequest> requests() {
        return Stream.concat(opens.requests().stream(), clicks.requests().stream())
                .toList();
    }

    /** The end of the last request. */
    Instant lastTrackedRequest() {
        return opens.last().isAfter(clicks.last()) ? opens.last() : clicks.last();
    }

    /** Nothing is awaited: the load, and the length of a fault, is a matter of time. */
    static void rest(Duration time) {
        try {
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
