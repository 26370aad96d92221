package io.godwit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.chaos.BillingLedger.MeterEvent;
import io.godwit.chaos.HitLedger.EngagedEmail;
import io.godwit.chaos.HitLedger.Outage;
import io.godwit.chaos.HitLedger.TrackedRequest;
import io.godwit.chaos.ImportLedger.ImportedFile;
import io.godwit.chaos.ImportLedger.ImportedRow;
import io.godwit.chaos.ImportLedger.JobResult;
import io.godwit.chaos.InvariantChecker.Violation;
import io.godwit.chaos.Observation.Call;
import io.godwit.chaos.Observation.Copy;
import io.godwit.chaos.Observation.Count;
import io.godwit.chaos.Observation.Doubt;
import io.godwit.chaos.Observation.Kind;
import io.godwit.chaos.Observation.Node;
import io.godwit.chaos.Observation.Outcome;
import io.godwit.chaos.Observation.StoredEmail;
import io.godwit.chaos.Observation.Timer;
import io.godwit.chaos.WebhookLedger.ReceivedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InvariantCheckerTest {

    private static final Duration LATENESS = Duration.ofMinutes(1);

    private static final Instant DUE = Instant.parse("2026-01-01T00:00:00Z");

    private static final WebhookLedger WEBHOOKS = new WebhookLedger(List.of(
            new ReceivedCall("1", "ordered", false, DUE.minusSeconds(100)),
            new ReceivedCall("1", "ordered", true, DUE),
            new ReceivedCall("1", "ordered", true, DUE.plusSeconds(100))));

    private static final ImportLedger IMPORTS = new ImportLedger(
            List.of(
                    new ImportedFile(
                            "accepted",
                            Outcome.ACCEPTED,
                            Set.of("row 1", "row 2"),
                            1,
                            1,
                            Optional.of(new JobResult("completed", 4, 2, 1, 1))),
                    new ImportedFile("refused", Outcome.REFUSED, Set.of("row 3"), 1, 1, Optional.empty()),
                    new ImportedFile("unclear", Outcome.UNCLEAR, Set.of("row 4"), 1, 1, Optional.empty())),
            List.of(new ImportedRow("accepted", "row 1"), new ImportedRow("accepted", "row 2")));

    /** The second open, and the first of another email, came before their node was killed. A click without an open implies one. */
    private static final HitLedger HITS = new HitLedger(
            List.of(
                    new TrackedRequest("opened", HitLedger.Kind.OPEN, 0, true, DUE),
                    new TrackedRequest("opened", HitLedger.Kind.OPEN, 1, true, DUE),
                    new TrackedRequest("clicked", HitLedger.Kind.CLICK, 0, true, DUE),
                    new TrackedRequest("clicked", HitLedger.Kind.CLICK, 0, true, DUE.plusSeconds(1)),
                    new TrackedRequest("lost", HitLedger.Kind.OPEN, 1, true, DUE),
                    new TrackedRequest("lost", HitLedger.Kind.CLICK, 1, true, DUE),
                    new TrackedRequest("not answered", HitLedger.Kind.OPEN, 0, false, DUE)),
            List.of(new EngagedEmail("opened", 1, 0, true, false), new EngagedEmail("clicked", 1, 2, true, true)),
            List.of(new Outage(1, DUE.minusSeconds(1), DUE.plusSeconds(1))));

    private static final BillingLedger BILLING = new BillingLedger(
            List.of(new MeterEvent("customer", "1", 2), new MeterEvent("customer", "1", 2)), Map.of("customer", 2L));

    /** One call of each outcome, copies of what was in doubt, and an email that ended otherwise. */
    private static final Observation SOUND = new Observation(
            List.of(
                    new Call(Kind.SEND, "accepted", Outcome.ACCEPTED),
                    new Call(Kind.SEND, "bounced", Outcome.ACCEPTED),
                    new Call(Kind.SEND, "refused", Outcome.REFUSED),
                    new Call(Kind.SEND, "unclear", Outcome.UNCLEAR),
                    new Call(Kind.TRACK, "tracked", Outcome.ACCEPTED),
                    new Call(Kind.TRACK, "unclear event", Outcome.UNCLEAR),
                    new Call(Kind.WEBHOOK, "ordered", Outcome.ACCEPTED),
                    new Call(Kind.WEBHOOK, "refused order", Outcome.REFUSED)),
            List.of(
                    new Copy("accepted", "1", "today", DUE),
                    new Copy("unclear", "2", "today", DUE),
                    new Copy("unclear", "2", "today", DUE.plusSeconds(100)),
                    new Copy("tracked", "3", "today", DUE),
                    new Copy("unclear event", "4", "today", DUE),
                    new Copy("ordered", "5", "today", DUE)),
            List.of(
                    new StoredEmail("accepted", "TRANSACTIONAL", "SENT", ""),
                    new StoredEmail("bounced", "TRANSACTIONAL", "BOUNCED", "no such mailbox"),
                    new StoredEmail("unclear", "TRANSACTIONAL", "SENT", ""),
                    new StoredEmail("tracked", "WORKFLOW", "SENT", ""),
                    new StoredEmail("unclear event", "TRANSACTIONAL", "SENT", ""),
                    new StoredEmail("ordered", "WORKFLOW", "CLICKED", "")),
            List.of("tracked", "unclear event", "ordered"),
            List.of("accepted", "bounced", "unclear", "tracked", "unclear event", "ordered"),
            List.of(new Timer("execution", 1, DUE, DUE.plusSeconds(1))),
            List.of(new Count("contacts", 4, 4)),
            List.of(),
            Map.of("outbox", 0L),
            List.of(new Node("node", List.of(), 100, 100)),
            List.of(new Doubt("a crash", DUE.minusSeconds(1), DUE.plusSeconds(1), 1, 1)),
            WEBHOOKS,
            IMPORTS,
            HITS,
            BILLING);

    @Test
    void whatIsSoundIsNotComplainedOf() {
        assertThat(InvariantChecker.violations(SOUND, LATENESS)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsPlantedIsFound(PlantedViolation planted) {
        assertThat(InvariantChecker.violations(planted.in(SOUND), LATENESS))
                .extracting(Violation::invariant)
                .contains(planted.invariant());
    }

    /** Of two faults that overlap, the email goes to the one that leaves the other for the next. */
    @Test
    void emailsThatOverlappingFaultsLeftInDoubtMayComeTwice() {
        var seen = SOUND.copy();
        seen.doubts().add(new Doubt("a longer crash", DUE.minusSeconds(1), DUE.plusSeconds(60), 1, 0));
        for (var second : List.of(0, 30)) {
            var copy = new Copy("reader", "r" + second, "today", DUE.plusSeconds(second));
            seen.emails().add(new StoredEmail("reader", "CAMPAIGN", "SENT", ""));
            seen.copies().addAll(List.of(copy, copy));
        }
        seen.copies().removeIf(copy -> copy.recipient().equals("unclear"));
        seen.copies().add(new Copy("unclear", "2", "today", DUE));

        assertThat(InvariantChecker.violations(seen, LATENESS)).isEmpty();
    }

    /** The second copy was under way when the second fault came. */
    @Test
    void anEmailThatTwoFaultsLeftInDoubtMayComeThreeTimesAndNoMoreOften() {
        var seen = SOUND.copy();
        seen.doubts().add(new Doubt("a second crash", DUE.plusSeconds(90), DUE.plusSeconds(110), 1, 0));
        seen.copies().add(new Copy("unclear", "2", "today", DUE.plusSeconds(200)));

        assertThat(InvariantChecker.violations(seen, LATENESS)).isEmpty();

        seen.copies().add(new Copy("unclear", "2", "today", DUE.plusSeconds(105)));

        assertThat(InvariantChecker.violations(seen, LATENESS))
                .extracting(Violation::invariant)
                .containsExactly(FaultInvariant.FEW_COPIES);
    }

    @Test
    void aCallThatLeavesNothingButItsContactIsFound() {
        var seen = SOUND.copy();
        seen.copies().removeIf(copy -> copy.recipient().equals("unclear"));
        seen.emails().removeIf(email -> email.recipient().equals("unclear"));

        assertThat(InvariantChecker.violations(seen, LATENESS))
                .extracting(Violation::example)
                .containsExactly("unclear is a contact, and nothing else of its call is stored");
    }

    /** Calls go by their own limit, which is not that of emails. */
    @Test
    void aCallThatWasTakenComesAgainOnlyWhenAFaultLeftItInDoubt() {
        var seen = SOUND.copy();
        seen.doubts().clear();
        seen.doubts().add(new Doubt("a mail server", DUE.minusSeconds(1), DUE.plusSeconds(1), 1, 0));

        assertThat(InvariantChecker.violations(seen, LATENESS)).singleElement().satisfies(violation -> {
            assertThat(violation.invariant()).isEqualTo(FaultInvariant.FEW_COPIES);
            assertThat(violation.example()).startsWith("the call 1 was taken");
        });
    }

    @Test
    void anOpenMayBeLostAtANodeThatWasKilledAndAtNoOther() {
        var seen = SOUND.copy();
        seen.hits().requests().add(new TrackedRequest("lost", HitLedger.Kind.OPEN, 0, true, DUE));

        assertThat(InvariantChecker.violations(seen, LATENESS))
                .extracting(Violation::invariant)
                .containsExactly(FaultInvariant.NO_LOSS);
    }

    @Test
    void aFileThatMayHaveBeenAcceptedIsStoredWhollyOrNotAtAll() {
        var seen = SOUND.copy();
        seen.imports().rows().add(new ImportedRow("unclear", "row 4"));

        assertThat(InvariantChecker.violations(seen, LATENESS)).isEmpty();
    }

    @Test
    void eachInvariantHasAControl() {
        assertThat(PlantedViolation.values())
                .extracting(PlantedViolation::invariant)
                .contains(FaultInvariant.values());
    }
}
