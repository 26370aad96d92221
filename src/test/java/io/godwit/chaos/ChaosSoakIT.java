package io.godwit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.chaos.HitLedger.Outage;
import io.godwit.chaos.Observation.Doubt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole product under load while faults come by chance, some of them two at a time, for {@code soak.minutes} (30 unless the
 * system property says otherwise). The seed, {@code soak.seed}, is printed and makes the same faults again.
 */
@Tag("soak")
final class ChaosSoakIT {

    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    /** Accepted between two faults, so that each falls in the middle of things. */
    private static final int WARM = 50;

    private static final long LONGEST_MILLIS = 8_000;

    /** The longest fault, the start of a node on a busy machine, and a lease. */
    private static final Duration LATENESS = Duration.ofSeconds(90);

    /** The repetitions of a client are stored within two seconds; the rest is for the clocks, and for a busy machine. */
    private static final Duration IN_MEMORY = Duration.ofSeconds(3);

    private static final List<Fault> FAULTS = faults();

    private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
    private final List<Doubt> doubts = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();

    /** A fault that has begun. */
    private record Struck(Fault fault, int node, Instant begun) {}

    @Test
    void whatIsPromisedHoldsAfterFaultsOfEveryKind() {
        var seed = Long.getLong("soak.seed", System.nanoTime() % 1_000_000);
        var minutes = Integer.getInteger("soak.minutes", 30);
        System.out.println("Faults by the seed " + seed + " for " + minutes + " minutes");
        try (var nodes = ChaosNodes.start()) {
            var load = new ChaosLoad(nodes);
            var reader = new ObservationReader(nodes, load);
            await().atMost(TIMEOUT).until(reader::isQuiet);
            load.start();
            var chance = new Random(seed);
            for (var end = Instant.now().plus(Duration.ofMinutes(minutes));
                    Instant.now().isBefore(end); ) {
                awaitMore(load.calls());
                strike(nodes, chance);
            }
            awaitMore(load.calls());
            load.finish();
            await().atMost(TIMEOUT).until(reader::isQuiet);

            var seen = reader.read(doubts, outages);
            System.out.println(summary(seen));
            assertThat(InvariantChecker.violations(seen, LATENESS)).isEmpty();
            assertThat(seen.counts()).hasSizeGreaterThan(2);
            for (var planted : PlantedViolation.values()) {
                assertThat(InvariantChecker.violations(planted.in(seen), LATENESS))
                        .extracting(InvariantChecker.Violation::invariant)
                        .as(planted.name())
                        .contains(planted.invariant());
            }
        }
    }

    private String summary(Observation seen) {
        var repeated = InvariantChecker.repetitions(seen);
        var matcher = new DoubtMatcher(seen.doubts(), Doubt::emails);
        matcher.unexplained(repeated);
        var again = seen.webhooks().repetitions();
        var hits = seen.hits();
        return faults + ", " + seen.calls().size() + " calls, " + seen.copies().size() + " messages, "
                + repeated.size() + " of them copies, the most by a fault " + matcher.most() + ", "
                + seen.webhooks().received().size() + " calls of webhooks, " + again.size()
                + " of them again after they were taken, "
                + seen.imports().files().size() + " imports, " + hits.requests().size() + " opens and clicks, "
                + hits.requests().stream().filter(hits::isCertain).count() + " of them certain, "
                + seen.billing().events().size() + " meter events";
    }

    /** One fault, or two that overlap; returns when both are mended and every node is ready. */
    private void strike(ChaosNodes nodes, Random chance) {
        var struck = new ArrayList<Struck>();
        struck.add(begin(nodes, chosen(chance), chance.nextInt(ChaosNodes.NODES)));
        var first = struck.get(0);
        ChaosLoad.rest(Duration.ofMillis((long) (chance.nextDouble() * LONGEST_MILLIS)));
        if (chance.nextInt(3) == 0) {
            var second = chosen(chance);
            if (isIndependent(first.fault(), second)) {
                struck.add(begin(nodes, second, (first.node() + 1) % ChaosNodes.NODES));
                ChaosLoad.rest(Duration.ofMillis((long) (chance.nextDouble() * LONGEST_MILLIS / 2)));
                end(nodes, struck.get(1), struck);
            }
        }
        end(nodes, first, struck);
        await().atMost(TIMEOUT).until(() -> areReady(nodes));
        await().atMost(TIMEOUT).until(nodes::haveNoHitsInMemory);
        noteLostMemories(struck);
    }

    /** Opens and clicks that a node lost with its memory may have waited there since the first fault. */
    private void noteLostMemories(List<Struck> together) {
        var from = together.get(0).begun().minus(IN_MEMORY);
        var named = together.stream().map(Struck::fault).toList();
        together.stream()
                .filter(one -> one.fault().losesMemory(named))
                .forEach(one -> outages.add(new Outage(one.node(), from, Instant.now())));
    }

    private static boolean areReady(ChaosNodes nodes) {
        return IntStream.range(0, ChaosNodes.NODES)
                .allMatch(number -> nodes.api(number).isReady());
    }

    private static List<Fault> faults() {
        var named = System.getProperty("soak.faults", "");
        return named.isEmpty()
                ? List.of(Fault.values())
                : Stream.of(named.split(",")).map(Fault::valueOf).toList();
    }

    private static Fault chosen(Random chance) {
        return FAULTS.get(chance.nextInt(FAULTS.size()));
    }

    /** A database that is killed cannot fail over, and a node waits for the database at its start. */
    private static boolean isIndependent(Fault first, Fault second) {
        return first != Fault.DATABASE_KILLED
                && !(first == Fault.WIRE_SILENT && second == Fault.DATABASE_FAILS_OVER)
                && (!first.name().startsWith("MAIL") || !second.name().startsWith("MAIL"))
                && (!first.name().startsWith("RECEIVER") || !second.name().startsWith("RECEIVER"));
    }

    private Struck begin(ChaosNodes nodes, Fault fault, int node) {
        faults.merge(fault, 1, Integer::sum);
        var struck = new Struck(fault, node, Instant.now());
        System.out.println(struck);
        fault.begin(nodes, node);
        return struck;
    }

    private void end(ChaosNodes nodes, Struck struck, List<Struck> together) {
        struck.fault().end(nodes, struck.node());
        var isLate = together.stream().anyMatch(one -> one.fault() == Fault.MAIL_TAKEN_LATE);
        struck.fault().doubt(struck.begun(), Instant.now(), isLate).ifPresent(doubts::add);
    }

    private static void awaitMore(ChaosTraffic traffic) {
        var enough = traffic.accepted() + WARM;
        await().atMost(TIMEOUT).until(() -> traffic.accepted() >= enough);
    }
}
