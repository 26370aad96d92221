package io.godwit.chaos;

import io.godwit.chaos.BillingLedger.MeterEvent;
import io.godwit.chaos.HitLedger.EngagedEmail;
import io.godwit.chaos.HitLedger.TrackedRequest;
import io.godwit.chaos.ImportLedger.ImportedFile;
import io.godwit.chaos.ImportLedger.ImportedRow;
import io.godwit.chaos.ImportLedger.JobResult;
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
import java.util.Optional;
import java.util.Set;
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
        seen.doubts().add(new Doubt("planted", Instant.EPOCH, Instant.EPOCH.plusSeconds(1), 20, 4));
        addRepeated(seen, 1, Instant.EPOCH);
        seen.copies().add(seen.copies().get(seen.copies().size() - 1));
    }),
    AN_EMAIL_COMES_WITH_ANOTHER_MESSAGE_ID(FaultInvariant.FEW_COPIES, seen -> seen.copies()
            .add(new Copy(sent(seen).recipient(), "planted", "planted", Instant.EPOCH))),
    AN_EMAIL_COMES_TWICE_WHEN_NOTHING_IS_IN_DOUBT(
            FaultInvariant.FEW_COPIES, seen -> addRepeated(seen, 1, Instant.EPOCH)),
    MORE_EMAILS_COME_TWICE_THAN_ONE_FAULT_LEFT_IN_DOUBT(FaultInvariant.FEW_COPIES, seen -> {
        var doubt = addDoubt(seen);
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
    A_NODE_HOLDS_FILES(FaultInvariant.HEALTH, seen -> seen.nodes().add(new Node("planted", List.of(), 1, 100_000))),
    A_WEBHOOK_IS_NEVER_TAKEN(FaultInvariant.NO_LOSS, seen -> {
        var lost = told(seen, Kind.WEBHOOK, Outcome.ACCEPTED);
        seen.webhooks().received().removeIf(call -> call.recipient().equals(lost));
        addCall(seen, "planted", lost, false);
    }),
    A_WEBHOOK_WAS_NOT_ASKED_FOR(FaultInvariant.NO_PHANTOM, seen -> addCall(seen, "planted", "planted", true)),
    A_WEBHOOK_OF_A_REFUSED_EVENT_IS_CALLED(
            FaultInvariant.NO_PHANTOM,
            seen -> addCall(seen, "planted", told(seen, Kind.WEBHOOK, Outcome.REFUSED), true)),
    A_WEBHOOK_IS_CALLED_WITH_ANOTHER_ID(
            FaultInvariant.FEW_COPIES,
            seen -> addCall(seen, "planted", told(seen, Kind.WEBHOOK, Outcome.ACCEPTED), false)),
    A_WEBHOOK_IS_CALLED_AGAIN_WHEN_NOTHING_IS_IN_DOUBT(FaultInvariant.FEW_COPIES, seen -> addRepeatedCalls(seen, 1)),
    MORE_WEBHOOKS_ARE_CALLED_AGAIN_THAN_ONE_FAULT_LEFT_IN_DOUBT(
            FaultInvariant.FEW_COPIES,
            seen -> addRepeatedCalls(seen, addDoubt(seen).calls() + 1)),
    A_ROW_IS_NOT_IMPORTED(FaultInvariant.NO_LOSS, seen -> {
        var lost = file(seen, Outcome.ACCEPTED).addresses().iterator().next();
        seen.imports().rows().removeIf(row -> row.address().equals(lost));
    }),
    HALF_A_FILE_IS_IMPORTED(FaultInvariant.NO_LOSS, seen -> {
        seen.imports()
                .files()
                .add(new ImportedFile(
                        "planted", Outcome.UNCLEAR, Set.of("planted", "another"), 0, 0, Optional.empty()));
        seen.imports().rows().add(new ImportedRow("planted", "planted"));
    }),
    A_ROW_IS_IMPORTED_TWICE(
            FaultInvariant.NO_PHANTOM,
            seen -> seen.imports().rows().add(seen.imports().rows().get(0))),
    A_REFUSED_FILE_IS_IMPORTED(FaultInvariant.NO_PHANTOM, seen -> {
        var file = file(seen, Outcome.REFUSED);
        file.addresses().forEach(address -> seen.imports().rows().add(new ImportedRow(file.name(), address)));
    }),
    AN_IMPORT_COUNTS_A_ROW_TWICE(FaultInvariant.COUNTS, seen -> addJob(seen, new JobResult("completed", 1, 2, 0, 0))),
    AN_IMPORT_FAILS(FaultInvariant.NO_LOSS, seen -> addJob(seen, new JobResult("failed", 1, 1, 0, 0))),
    AN_IMPORT_STAYS_ACTIVE(FaultInvariant.LIVENESS, seen -> addJob(seen, new JobResult("active", 1, 1, 0, 0))),
    AN_OPEN_IS_LOST(FaultInvariant.NO_LOSS, seen -> loseRequest(seen, HitLedger.Kind.OPEN)),
    A_CLICK_IS_LOST(FaultInvariant.NO_LOSS, seen -> loseRequest(seen, HitLedger.Kind.CLICK)),
    AN_EMAIL_WAS_OPENED_BY_NOBODY(
            FaultInvariant.NO_PHANTOM,
            seen -> seen.hits().engaged().add(new EngagedEmail("planted", 1, 0, true, false))),
    AN_EMAIL_WAS_CLICKED_BY_NOBODY(FaultInvariant.NO_PHANTOM, seen -> {
        addRequest(seen, HitLedger.Kind.OPEN);
        seen.hits().engaged().add(new EngagedEmail("planted", 1, 1, true, true));
    }),
    A_CLICK_IMPLIES_TWO_OPENS(FaultInvariant.NO_PHANTOM, seen -> {
        addRequest(seen, HitLedger.Kind.CLICK);
        seen.hits().engaged().add(new EngagedEmail("planted", 2, 1, true, true));
    }),
    AN_OPEN_IS_COUNTED_AND_ITS_EMAIL_IS_NOT_OPENED(FaultInvariant.COUNTS, seen -> {
        addRequest(seen, HitLedger.Kind.OPEN);
        seen.hits().engaged().add(new EngagedEmail("planted", 1, 0, false, false));
    }),
    A_CLICK_IS_COUNTED_AND_ITS_EMAIL_IS_NOT_CLICKED(FaultInvariant.COUNTS, seen -> {
        addRequest(seen, HitLedger.Kind.CLICK);
        seen.hits().engaged().add(new EngagedEmail("planted", 1, 1, true, false));
    }),
    USAGE_IS_NOT_METERED(FaultInvariant.COUNTS, seen -> seen.billing()
            .events()
            .removeAll(List.of(seen.billing().events().get(0)))),
    USAGE_IS_METERED_TWICE(FaultInvariant.COUNTS, seen -> addMeterEvent(seen, "planted", 0)),
    USAGE_IS_METERED_WITH_AN_IDENTIFIER_OF_OTHER_USAGE(
            FaultInvariant.NO_PHANTOM,
            seen -> addMeterEvent(seen, seen.billing().events().get(0).identifier(), 1));

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

    /** Two faults, one behind the other; returns the first. */
    private static Doubt addDoubt(Observation seen) {
        var doubt = new Doubt("planted", Instant.EPOCH, Instant.EPOCH.plusSeconds(1), 20, 4);
        var another = new Doubt("another", doubt.to().plusSeconds(1), doubt.to().plusSeconds(2), 20, 4);
        seen.doubts().addAll(List.of(doubt, another));
        return doubt;
    }

    private static void addCall(Observation seen, String id, String recipient, boolean taken) {
        seen.webhooks().received().add(new ReceivedCall(id, recipient, taken, Instant.EPOCH));
    }

    /** Calls that are taken and come again. */
    private static void addRepeatedCalls(Observation seen, int calls) {
        for (var number = 0; number < calls; number++) {
            addCall(seen, "planted" + number, "planted" + number, true);
            addCall(seen, "planted" + number, "planted" + number, true);
        }
    }

    private static ImportedFile file(Observation seen, Outcome outcome) {
        return seen.imports().files().stream()
                .filter(file -> file.outcome() == outcome)
                .findFirst()
                .orElseThrow();
    }

    /** A file with one row, which is stored. */
    private static void addJob(Observation seen, JobResult job) {
        seen.imports()
                .files()
                .add(new ImportedFile("planted", Outcome.ACCEPTED, Set.of("planted"), 0, 0, Optional.of(job)));
        seen.imports().rows().add(new ImportedRow("planted", "planted"));
    }

    /** The email of a certain request shows none of its kind. */
    private static void loseRequest(Observation seen, HitLedger.Kind kind) {
        var request = seen.hits().requests().stream()
                .filter(one -> one.kind() == kind && seen.hits().isCertain(one))
                .findFirst()
                .orElseThrow();
        seen.hits().engaged().replaceAll(email -> email.email().equals(request.email()) ? without(kind, email) : email);
    }

    private static EngagedEmail without(HitLedger.Kind kind, EngagedEmail email) {
        return kind == HitLedger.Kind.OPEN
                ? new EngagedEmail(email.email(), 0, email.clicks(), false, email.isClicked())
                : new EngagedEmail(email.email(), email.opens(), 0, email.isOpened(), false);
    }

    private static void addRequest(Observation seen, HitLedger.Kind kind) {
        seen.hits().requests().add(new TrackedRequest("planted", kind, 0, true, Instant.EPOCH));
    }

    /** The usage of an event once more. */
    private static void addMeterEvent(Observation seen, String identifier, long more) {
        var event = seen.billing().events().get(0);
        seen.billing().events().add(new MeterEvent(event.customer(), identifier, event.units() + more));
    }
}
