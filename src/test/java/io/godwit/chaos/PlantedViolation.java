package io.godwit.chaos;

import io.godwit.chaos.Observation.Call;
import io.godwit.chaos.Observation.Copy;
import io.godwit.chaos.Observation.Count;
import io.godwit.chaos.Observation.Doubt;
import io.godwit.chaos.Observation.Kind;
import io.godwit.chaos.Observation.Node;
import io.godwit.chaos.Observation.Outcome;
import io.godwit.chaos.Observation.StoredEmail;
import io.godwit.chaos.Observation.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** A change to what was observed that breaks one invariant: the negative controls of {@link InvariantChecker}. */
enum PlantedViolation {
    AN_EMAIL_IS_NOT_STORED(FaultInvariant.NO_LOSS, seen -> seen.emails().remove(sent(seen))),
    A_SENT_EMAIL_WAS_NOT_RECEIVED(FaultInvariant.NO_LOSS, seen -> {
        var lost = sent(seen).recipient();
        seen.copies().removeIf(copy -> copy.recipient().equals(lost));
    }),
    AN_EMAIL_NEVER_ENDS(
            FaultInvariant.NO_LOSS, seen -> seen.emails().add(new StoredEmail("planted", "CAMPAIGN", "PENDING", ""))),
    AN_EMAIL_ENDS_FOR_NO_REASON(
            FaultInvariant.NO_LOSS, seen -> seen.emails().add(new StoredEmail("planted", "CAMPAIGN", "FAILED", ""))),
    AN_EXECUTION_IS_LOST(FaultInvariant.NO_LOSS, seen -> {
        var tracked = told(seen, Kind.TRACK, Outcome.ACCEPTED);
        seen.emails().removeIf(email -> email.recipient().equals(tracked));
    }),
    AN_EVENT_IS_LOST(
            FaultInvariant.NO_LOSS, seen -> seen.events().removeAll(List.of(told(seen, Kind.TRACK, Outcome.ACCEPTED)))),
    /** In a fault that left it in doubt once. */
    AN_EMAIL_COMES_THREE_TIMES(FaultInvariant.FEW_COPIES, seen -> {
        seen.doubts().add(new Doubt("planted", Instant.EPOCH, Instant.EPOCH.plusSeconds(1), 20));
        addRepeated(seen, 1, Instant.EPOCH);
        seen.copies().add(seen.copies().get(seen.copies().size() - 1));
    }),
    AN_EMAIL_COMES_WITH_ANOTHER_MESSAGE_ID(FaultInvariant.FEW_COPIES, seen -> seen.copies()
            .add(new Copy(sent(seen).recipient(), "planted", "planted", Instant.EPOCH))),
    AN_EMAIL_COMES_TWICE_WHEN_NOTHING_IS_IN_DOUBT(
            FaultInvariant.FEW_COPIES, seen -> addRepeated(seen, 1, Instant.EPOCH)),
    MORE_EMAILS_COME_TWICE_THAN_ONE_FAULT_LEFT_IN_DOUBT(FaultInvariant.FEW_COPIES, seen -> {
        var doubt = new Doubt("planted", Instant.EPOCH, Instant.EPOCH.plusSeconds(1), 20);
        seen.doubts()
                .addAll(List.of(
                        doubt,
                        new Doubt(
                                "another", doubt.to().plusSeconds(1), doubt.to().plusSeconds(2), 20)));
        addRepeated(seen, doubt.emails() + 1, doubt.from());
    }),
    A_REFUSED_EMAIL_IS_STORED(FaultInvariant.NO_PHANTOM, seen -> seen.emails()
            .add(new StoredEmail(told(seen, Kind.SEND, Outcome.REFUSED), "TRANSACTIONAL", "FAILED", "any"))),
    A_REFUSED_EMAIL_LEAVES_A_CONTACT(
            FaultInvariant.NO_PHANTOM, seen -> seen.contacts().add(told(seen, Kind.SEND, Outcome.REFUSED))),
    AN_EMAIL_IS_STORED_TWICE(FaultInvariant.NO_PHANTOM, seen -> seen.emails().add(sent(seen))),
    AN_EMAIL_OF_A_WORKFLOW_IS_STORED_TWICE(FaultInvariant.NO_PHANTOM, seen -> seen.emails()
            .add(new StoredEmail(told(seen, Kind.TRACK, Outcome.ACCEPTED), "WORKFLOW", "SENT", ""))),
    AN_EMAIL_OF_A_WORKFLOW_WAS_NOT_ASKED_FOR(FaultInvariant.NO_PHANTOM, seen -> seen.emails()
            .add(new StoredEmail("planted", "WORKFLOW", "FAILED", "any"))),
    AN_EVENT_IS_STORED_TWICE(
            FaultInvariant.NO_PHANTOM, seen -> seen.events().add(seen.events().get(0))),
    A_REST_ENDS_EARLY(FaultInvariant.TIMERS, seen -> addTimer(seen, 1, Duration.ofMillis(-1))),
    A_REST_ENDS_LATE(FaultInvariant.TIMERS, seen -> addTimer(seen, 1, Duration.ofHours(1))),
    AN_EXECUTION_RESTS_TWICE(FaultInvariant.TIMERS, seen -> addTimer(seen, 2, Duration.ZERO)),
    A_FIGURE_IS_WRONG(FaultInvariant.COUNTS, seen -> seen.counts().add(new Count("planted", 1, 2))),
    ANOTHER_PROJECT_IS_SEEN(FaultInvariant.TENANCY, seen -> seen.foreign().add("planted")),
    A_QUEUE_IS_NOT_EMPTY(FaultInvariant.LIVENESS, seen -> seen.queueToRows().put("planted", 1L)),
    AN_EXCEPTION_IS_NOT_CAUGHT(
            FaultInvariant.HEALTH, seen -> seen.nodes().add(new Node("planted", List.of("an exception"), 1, 0))),
    A_NODE_HOLDS_MEMORY(FaultInvariant.HEALTH, seen -> seen.nodes().add(new Node("planted", List.of(), 1L << 30, 0))),
    A_HEAP_IS_NOT_READ(FaultInvariant.HEALTH, seen -> seen.nodes().add(new Node("planted", List.of(), 0, 0))),
    A_NODE_HOLDS_FILES(FaultInvariant.HEALTH, seen -> seen.nodes().add(new Node("planted", List.of(), 1, 100_000)));

    private final FaultInvariant invariant;
    private final Consumer<Observation> plant;

    PlantedViolation(FaultInvariant invariant, Consumer<Observation> plant) {
        this.invariant = invariant;
        this.plant = plant;
    }

    FaultInvariant invariant() {
        return invariant;
    }

    /** A copy of the observation in which the invariant is broken. */
    Observation in(Observation seen) {
        var copy = seen.copy();
        plant.accept(copy);
        return copy;
    }

    /** An email that is sent and whose caller was told so. */
    private static StoredEmail sent(Observation seen) {
        return seen.emails().stream()
                .filter(email -> email.isSent() && email.source().equals("TRANSACTIONAL"))
                .filter(email -> seen.calls().contains(new Call(Kind.SEND, email.recipient(), Outcome.ACCEPTED)))
                .findFirst()
                .orElseThrow();
    }

    private static String told(Observation seen, Kind kind, Outcome outcome) {
        return seen.calls().stream()
                .filter(call -> call.kind() == kind && call.outcome() == outcome)
                .findFirst()
                .orElseThrow()
                .recipient();
    }

    /** Emails that come twice, each first at that time. */
    private static void addRepeated(Observation seen, int emails, Instant first) {
        for (var number = 0; number < emails; number++) {
            var copy = new Copy("planted" + number, "planted" + number, "planted", first);
            seen.emails().add(new StoredEmail(copy.recipient(), "CAMPAIGN", "SENT", ""));
            seen.copies().addAll(List.of(copy, copy));
        }
    }

    private static void addTimer(Observation seen, int visits, Duration late) {
        var due = seen.timers().get(0).due();
        seen.timers().add(new Timer("planted", visits, due, due.plus(late)));
    }
}
