package io.godwit.delivery.shaping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.godwit.delivery.shaping.SimulatedSite.Reachability;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends for hours to models of mail systems, on one clock, with the traffic shaping of the product. Each property has a control:
 * a sender that does not adapt fails it.
 */
class TrafficShapingSimulationTest {

    private static final ShapedSite SITE = ShapingRules.standard().siteOf("example.com", List.of("mx.example.com"));

    private static final Duration DAY = Duration.ofHours(24);

    /** The models whose hidden limit the shaper has to find. */
    enum Model {
        STEADY_100(24, 0.02, () -> model().takes(100)),
        STEADY_600(24, 0.02, () -> model().takes(600)),
        STEADY_3600(12, 0.01, () -> model().takes(3_600)),
        STEADY_60000(1.5, 0.01, () -> model().takes(60_000)),
        HALVES_AFTER_AN_HOUR(12, 0.01, () -> model().takes(age -> age.toHours() < 1 ? 3_600 : 1_800)),
        FALLS_TO_A_FIFTH(12, 0.01, () -> model().takes(age -> isBetween(age, 4, 7) ? 720 : 3_600)),
        FALLS_TO_A_TWENTIETH(24, 0.01, () -> model().takes(age -> isBetween(age, 4, 7) ? 180 : 3_600)),
        BLOCKS_FOR_HOURS_WHEN_PUSHED(8, 0.01, () -> model().takes(3_600).blocks(20, Duration.ofHours(4))),
        FAILS_WITH_OTHER_REPLIES(8, 0.01, () -> model().takes(3_600).faults(0.02)),
        TAKES_THREE_CONNECTIONS(
                8, 0.01, () -> model().takes(3_600).connections(3).dot(Duration.ofSeconds(1), Duration.ofSeconds(3))),
        ENDS_CONNECTIONS_SILENTLY(4, 0.01, () -> model().takes(3_600).emailsPerConnection(7, false)),
        ENDS_CONNECTIONS_WITH_A_REPLY(4, 0.01, () -> model().takes(3_600).emailsPerConnection(7, true)),
        GREYLISTS_THE_SOURCE(2, 0.01, () -> model().takes(20_000).greylists(Duration.ofMinutes(5), false)),
        SLOW_AT_THE_DOT(8, 0.02, () -> model().takes(1_500).dot(Duration.ofMillis(100), Duration.ofSeconds(30))),
        FULL_MAILBOXES(4, 0.01, () -> model().takes(3_600).hasFullMailbox(50));

        private final Duration time;
        private final double rateReplies;
        private final Supplier<SimulatedSite> site;

        Model(double hours, double rateReplies, Supplier<SimulatedSite> site) {
            time = Duration.ofMinutes((long) (hours * 60));
            this.rateReplies = rateReplies;
            this.site = site;
        }

        private static boolean isBetween(Duration age, int from, int to) {
            return age.toHours() >= from && age.toHours() < to;
        }
    }

    private static SimulatedSite model() {
        return SimulatedSite.at(DeliverySimulation.START).punishes();
    }

    private static TrafficShaper shaper() {
        return new TrafficShaper(ShapingRules.standard(), source -> false, new Random(3));
    }

    private static Pacing learned() {
        return Pacing.learned(shaper());
    }

    /** A sender that learns nothing. */
    private static Pacing control() {
        return Pacing.fixed(10, 20);
    }

    record Run(SimulatedSite site, SimulatedSender sender, DeliverySimulation simulation) {

        double used() {
            return sender.acceptedAfterWarmup / site.allowed(sender.countFrom, simulation.now());
        }

        double rateReplies() {
            return (double) site.rateReplies / Math.max(1, site.attempts);
        }

        boolean keepsTo(double rateRepliesAllowed) {
            return used() >= 0.9 && rateReplies() <= rateRepliesAllowed && site.penaltyCount <= 1 && site.blocks == 0;
        }

        boolean balances() {
            return sender.enqueued == sender.accepted + sender.failed + sender.queued() + sender.inFlight
                    && sender.accepted + sender.inFlight >= site.accepted
                    && sender.accepted <= site.accepted
                    && sender.acceptedTwice == 0;
        }

        @Override
        public String toString() {
            return String.format(
                    "used %.3f, rate replies %.4f of %d attempts, %d penalties, %d blocks, %d connects",
                    used(), rateReplies(), site.attempts, site.penaltyCount, site.blocks, site.connects);
        }
    }

    private static Run run(SimulatedSite site, Pacing pacing, Duration time, Consumer<SimulatedSender> load) {
        var simulation = new DeliverySimulation();
        var sender = simulation.sender(pacing, SITE, site);
        load.accept(sender);
        simulation.runUntil(time);
        return new Run(site, sender, simulation);
    }

    private static Run campaign(SimulatedSite site, Pacing pacing, Duration time) {
        return run(site, pacing, time, sender -> sender.endlessBacklog(1));
    }

    @ParameterizedTest
    @EnumSource
    void theRateFindsTheLimitWithFewDeferralsAndLosesNothing(Model model) {
        var run = campaign(model.site.get(), learned(), model.time);

        assertThat(run.keepsTo(model.rateReplies)).as("%s", run).isTrue();
        assertThat(run.balances()).as("%s", run).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aSenderThatDoesNotAdaptFails(Model model) {
        var run = campaign(model.site.get(), control(), Duration.ofMinutes(33));

        assertThat(run.keepsTo(model.rateReplies)).as("%s", run).isFalse();
    }

    @Test
    void aSiteThatGreylistsEveryEmailAnewGetsAllThatArrive() {
        var site = model().takes(20_000).greylists(Duration.ofMinutes(5), true);

        var run = run(site, learned(), Duration.ofHours(3), sender -> sender.arrivals(14_000, 1, 2));

        assertThat(run.sender.acceptedAfterWarmup / (14_000 * 2.5))
                .as("%s", run)
                .isGreaterThan(0.9);
        assertThat(run.rateReplies()).isLessThan(0.01);
        assertThat(run.balances()).isTrue();
    }

    @Test
    void aSiteThatRefusesUsIsTestedWithSingleEmailsOnly() {
        var run = campaign(model().takes(3_600).blockedFor(Duration.ofHours(8)), learned(), Duration.ofHours(14));
        var control = campaign(model().takes(3_600).blockedFor(Duration.ofHours(8)), control(), Duration.ofMinutes(30));

        assertThat(run.site.whileBlocked).as("%s", run).isBetween(4, 12);
        assertThat(run.sender.accepted).as("%s", run).isGreaterThan(3_600);
        assertThat(run.balances()).isTrue();
        assertThat(control.site.whileBlocked).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @EnumSource(names = "GREETS", mode = EnumSource.Mode.EXCLUDE)
    void aSiteThatCannotBeReachedIsTriedLessAndLess(Reachability reach) {
        var run = campaign(model().reach(reach), learned(), DAY);
        var control = campaign(model().reach(reach), Pacing.fixed(20, 20), Duration.ofMinutes(30));

        assertThat(run.site.connects).as("%s", run).isBetween(20, 60);
        assertThat(run.balances()).isTrue();
        assertThat(control.site.connects).isGreaterThan(100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "554 5.7.25 Client host rejected: cannot find your reverse hostname",
                "521 mx.example.com does not accept mail",
                "554 5.7.1 Message rejected as spam",
                "550 5.1.1 User unknown",
                "552 5.2.2 Mailbox full",
                "451 4.7.1 Greylisted, please try again later",
                "421 4.3.2 System not accepting network messages",
                "421 4.7.0 Too many concurrent connections from your address, closing",
                "421 4.7.28 Unusual rate of mail from your DKIM domain",
                "554 5.7.1 example.org is listed in multi.surbl.org",
                "421 4.7.0 Too many messages, slow down",
                "554 No SMTP service here"
            })
    void aSiteThatRefusesConnectionsIsTriedLessAndLessWhateverItReplies(String greeting) {
        var run = run(model().refusesConnections(greeting), learned(), DAY, sender -> sender.backlog(1_000, 1, 2));
        var control = campaign(model().refusesConnections(greeting), Pacing.fixed(20, 20), Duration.ofMinutes(30));

        assertThat(run.site.connects).as("%s", run).isBetween(20, 60);
        assertThat(run.balances()).isTrue();
        assertThat(control.site.connects).isGreaterThan(1_000);
    }

    @Test
    void aSiteThatTakesConnectionsAgainGetsItsEmails() {
        var simulation = new DeliverySimulation();
        var site = model().takes(3_600).refusesConnections("554 5.7.25 No reverse name");
        var sender = simulation.sender(learned(), SITE, site).backlog(2_000, 1, 2);
        simulation.at(DeliverySimulation.START.plus(Duration.ofHours(3)), site::takesConnections);

        simulation.runUntil(Duration.ofHours(5));

        assertThat(sender.accepted).isEqualTo(2_000);
    }

    @Test
    void aSiteThatComesBackGetsItsEmails() {
        var simulation = new DeliverySimulation();
        var site = model().takes(3_600).reach(Reachability.DEAD);
        var sender = simulation.sender(learned(), SITE, site).backlog(2_000, 1, 2);
        simulation.at(DeliverySimulation.START.plus(Duration.ofHours(3)), () -> site.reach(Reachability.GREETS));

        simulation.runUntil(Duration.ofHours(5));

        assertThat(sender.accepted).isEqualTo(2_000);
    }

    @Test
    void anEmailRefusedForItsContentHoldsNoOther() {
        var site = model().takes(3_600).refusesContentOf(2);

        var run = run(site, learned(), Duration.ofHours(4), sender -> sender.endlessBacklog(1)
                .backlog(500, 2, 2));

        assertThat(run.sender.failed).isEqualTo(500);
        assertThat(run.used()).as("%s", run).isGreaterThan(0.9);
    }

    @Test
    void aTransactionalEmailStartsWithinTwoSecondsBesideACampaign() {
        for (var model : List.of(Model.STEADY_3600, Model.SLOW_AT_THE_DOT, Model.FALLS_TO_A_FIFTH)) {
            var run = run(model.site.get(), learned(), Duration.ofHours(8), sender -> sender.endlessBacklog(1)
                    .arrivals(60, 2, 0));

            assertThat(run.sender.transactionalWaits.size()).isGreaterThan(400);
            assertThat(run.sender.transactionalWait()).as("%s", model).isLessThanOrEqualTo(Duration.ofSeconds(2));
        }
        var control = run(
                Model.SLOW_AT_THE_DOT.site.get(),
                Pacing.fixed(1, 3),
                Duration.ofHours(8),
                sender -> sender.endlessBacklog(1).arrivals(60, 2, 0));
        assertThat(control.sender.transactionalWait()).isGreaterThan(Duration.ofSeconds(2));
    }

    @Test
    void theStartsOfASiteAreDividedAmongProjectsAndLanes() {
        var run = run(model().takes(3_600), learned(), Duration.ofHours(2), sender -> sender.backlog(9_000, 1, 2)
                .backlog(9_000, 2, 2)
                .backlog(9_000, 3, 1));

        var accepted = run.sender.projectToAccepted;
        assertThat(accepted.get(1)).isCloseTo(accepted.get(2), within(30));
        assertThat(accepted.get(3)).isCloseTo(accepted.get(1) * 3, within(100));
    }

    @Test
    void aCampaignOfAnotherProjectDoesNotHoldTenEmails() {
        var simulation = new DeliverySimulation();
        var sender = simulation.sender(learned(), SITE, model().takes(3_600)).backlog(20_000, 1, 2);
        simulation.at(DeliverySimulation.START.plus(Duration.ofHours(1)), () -> sender.backlog(10, 2, 2));

        simulation.runUntil(Duration.ofMinutes(67));

        assertThat(sender.projectToAccepted.get(2)).isEqualTo(10);
    }
}
