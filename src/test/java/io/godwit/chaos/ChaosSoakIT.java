package io.godwit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.chaos.Observation.Doubt;
import io.godwit.kit.load.PacedCallers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole product under load while faults come by chance, some of them two at a time, for {@code soak.minutes} (30 unless the
 * system property says otherwise). The seed, {@code soak.seed}, is printed and makes the same faults again.
 */
@Tag("soak")
final class ChaosSoakIT {

    private static final Duration TIMEOUT = Duration.ofMinutes(4);
    private static final int CALLERS = 12;
    private static final int PER_SECOND = 100;

    /** Accepted between two faults, so that each falls in the middle of things. */
    private static final int WARM = 50;

    private static final long LONGEST_MILLIS = 8_000;

    /** The longest fault, the start of a node on a busy machine, and a lease. */
    private static final Duration LATENESS = Duration.ofSeconds(90);

    private static final Duration CAMPAIGN_EVERY = Duration.ofSeconds(20);

    private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
    private final List<Doubt> doubts = new ArrayList<>();

    @Test
    void whatIsPromisedHoldsAfterFaultsOfEveryKind() {
        var seed = Long.getLong("soak.seed", System.nanoTime() % 1_000_000);
        var minutes = Integer.getInteger("soak.minutes", 30);
        System.out.println("Faults by the seed " + seed + " for " + minutes + " minutes");
        try (var nodes = ChaosNodes.start()) {
            var traffic = new ChaosTraffic(nodes);
            var reader = new ObservationReader(nodes, traffic);
            await().atMost(TIMEOUT).until(reader::isQuiet);
            var load = PacedCallers.start(CALLERS, PER_SECOND, traffic::call);
            var campaigns = PacedCallers.start(1, 1, number -> {
                traffic.campaign(number);
                rest(CAMPAIGN_EVERY);
            });
            var chance = new Random(seed);
            for (var end = Instant.now().plus(Duration.ofMinutes(minutes));
                    Instant.now().isBefore(end); ) {
                awaitMore(traffic);
                strike(nodes, chance);
            }
            awaitMore(traffic);
            load.finish();
            campaigns.finish();
            await().atMost(TIMEOUT).until(reader::isQuiet);

            var seen = reader.read(doubts);
            System.out.println(faults + ", " + seen.calls().size() + " calls, "
                    + seen.copies().size() + " messages, " + reader.repeated(seen) + " of them copies");
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

    /** One fault, or two that overlap; returns when both are mended and every node is ready. */
    private void strike(ChaosNodes nodes, Random chance) {
        var first = chosen(chance);
        var node = chance.nextInt(ChaosNodes.NODES);
        var begun = begin(nodes, first, node);
        rest(Duration.ofMillis((long) (chance.nextDouble() * LONGEST_MILLIS)));
        if (chance.nextInt(3) == 0) {
            var second = chosen(chance);
            var other = (node + 1) % ChaosNodes.NODES;
            if (isIndependent(first, second)) {
                var secondBegun = begin(nodes, second, other);
                rest(Duration.ofMillis((long) (chance.nextDouble() * LONGEST_MILLIS / 2)));
                end(nodes, second, other, secondBegun);
            }
        }
        end(nodes, first, node, begun);
        await().atMost(TIMEOUT).until(() -> {
            for (var number = 0; number < ChaosNodes.NODES; number++) {
                if (!nodes.api(number).isReady()) {
                    return false;
                }
            }
            return true;
        });
    }

    private static Fault chosen(Random chance) {
        return Fault.values()[chance.nextInt(Fault.values().length)];
    }

    /** A database that is killed cannot fail over, and a node waits for the database at its start. */
    private static boolean isIndependent(Fault first, Fault second) {
        return first != Fault.DATABASE_KILLED
                && !(first == Fault.WIRE_SILENT && second == Fault.DATABASE_FAILS_OVER)
                && (!first.name().startsWith("MAIL") || !second.name().startsWith("MAIL"));
    }

    private Instant begin(ChaosNodes nodes, Fault fault, int node) {
        faults.merge(fault, 1, Integer::sum);
        var begun = Instant.now();
        fault.begin(nodes, node);
        return begun;
    }

    private void end(ChaosNodes nodes, Fault fault, int node, Instant begun) {
        fault.end(nodes, node);
        fault.doubt(begun, Instant.now()).ifPresent(doubts::add);
    }

    private static void awaitMore(ChaosTraffic traffic) {
        var enough = traffic.accepted() + WARM;
        await().atMost(TIMEOUT).until(() -> traffic.accepted() >= enough);
    }

    /** The length of a fault is chance; nothing is awaited. */
    private static void rest(Duration time) {
        try {
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
