package io.godwit.chaos;

import io.godwit.chaos.DoubtMatcher.Repetition;
import io.godwit.chaos.Observation.Call;
import io.godwit.chaos.Observation.Copy;
import io.godwit.chaos.Observation.Doubt;
import io.godwit.chaos.Observation.Kind;
import io.godwit.chaos.Observation.Outcome;
import io.godwit.chaos.Observation.StoredEmail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares what callers were told, what is stored and what was received. */
final class InvariantChecker {

    /** Bytes a node may hold after a collection. */
    private static final long MAX_HEAP = 300L << 20;

    private static final int MAX_FILES = 1_000;

    /** One broken invariant and the smallest example of it. */
    record Violation(FaultInvariant invariant, String example) {}

    private final Observation seen;
    private final Duration lateness;
    private final List<Violation> found = new ArrayList<>();

    private InvariantChecker(Observation seen, Duration lateness) {
        this.seen = seen;
        this.lateness = lateness;
    }

    /** @param lateness how late a rest may end: the longest time that no node could work, and some seconds */
    static List<Violation> violations(Observation seen, Duration lateness) {
        var checker = new InvariantChecker(seen, lateness);
        checker.checkLoss();
        checker.checkCopies();
        checker.checkPhantoms();
        checker.checkTimers();
        checker.checkCounts();
        seen.foreign().forEach(text -> checker.add(FaultInvariant.TENANCY, text));
        seen.queueToRows().entrySet().stream()
                .filter(queue -> queue.getValue() > 0)
                .forEach(queue ->
                        checker.add(FaultInvariant.LIVENESS, queue.getValue() + " rows left in " + queue.getKey()));
        checker.checkHealth();
        seen.webhooks().check(seen, checker::add);
        seen.imports().check(checker::add);
        seen.hits().check(checker::add);
        seen.billing().check(checker::add);
        return checker.found;
    }

    private void add(FaultInvariant invariant, String example) {
        found.add(new Violation(invariant, example));
    }

    private void checkLoss() {
        var stored = seen.emails().stream().map(StoredEmail::recipient).collect(Collectors.toSet());
        var events = new HashSet<>(seen.events());
        var mailed = new HashSet<>(recipientsOfCalls());
        events.stream()
                .filter(recipient -> !mailed.contains(recipient))
                .forEach(recipient -> add(
                        FaultInvariant.NO_LOSS,
                        "the event of " + recipient + " is stored, and no email of its workflow"));
        for (var call : seen.calls()) {
            var done = call.kind() == Kind.SEND ? stored : events;
            if (call.outcome() == Outcome.ACCEPTED && !done.contains(call.recipient())) {
                add(FaultInvariant.NO_LOSS, call.recipient() + " was accepted and is not stored");
            }
        }
        var received = seen.copies().stream().map(Copy::recipient).collect(Collectors.toSet());
        for (var email : seen.emails()) {
            if (!email.isEnded()) {
                add(FaultInvariant.NO_LOSS, email.recipient() + " is " + email.status());
            } else if (email.isSent() && !received.contains(email.recipient())) {
                add(FaultInvariant.NO_LOSS, email.recipient() + " is SENT and was not received");
            } else if (!email.isSent() && email.reason().isEmpty()) {
                add(FaultInvariant.NO_LOSS, email.recipient() + " is " + email.status() + " for no reason");
            }
        }
    }

    private void checkCopies() {
        var recipientToEmails =
                seen.emails().stream().collect(Collectors.groupingBy(StoredEmail::recipient, Collectors.counting()));
        for (var copies : grouped(seen.copies(), Copy::messageId).values()) {
            if (copies.stream().map(Copy::date).distinct().count() > 1) {
                add(FaultInvariant.FEW_COPIES, "the copies of " + copies.get(0).recipient() + " differ in their date");
            }
        }
        new DoubtMatcher(seen.doubts(), Doubt::emails)
                .unexplained(repetitions(seen))
                .forEach(copy -> add(FaultInvariant.FEW_COPIES, unexplained(copy)));
        for (var ids : grouped(seen.copies(), Copy::recipient).entrySet()) {
            var messages =
                    ids.getValue().stream().map(Copy::messageId).distinct().count();
            if (messages > recipientToEmails.getOrDefault(ids.getKey(), 0L)) {
                add(FaultInvariant.FEW_COPIES, "the copies of " + ids.getKey() + " differ in their Message-ID");
            }
        }
    }

    /** The copies but the last of each email. */
    static List<Repetition> repetitions(Observation seen) {
        return grouped(seen.copies(), Copy::messageId).values().stream()
                .flatMap(copies ->
                        copies.stream().sorted(Comparator.comparing(Copy::at)).limit(copies.size() - 1L))
                .map(copy -> new Repetition(copy.messageId(), copy.at()))
                .toList();
    }

    private String unexplained(Repetition repetition) {
        var copies = seen.copies().stream()
                .filter(copy -> copy.messageId().equals(repetition.id()))
                .sorted(Comparator.comparing(Copy::at))
                .toList();
        return "the email to " + copies.get(0).recipient() + " came at "
                + copies.stream().map(Copy::at).toList() + "; the copy at " + repetition.at()
                + " is more than the faults of that time left in doubt, which were "
                + DoubtMatcher.faults(seen.doubts(), repetition.at());
    }

    private void checkPhantoms() {
        var refused = recipients(Outcome.REFUSED);
        var asked = recipients(Outcome.ACCEPTED);
        asked.addAll(recipients(Outcome.UNCLEAR));
        asked.removeAll(refused);
        for (var done : List.of(recipientsOfCalls(), seen.events(), seen.contacts())) {
            done.stream()
                    .filter(recipient -> !asked.contains(recipient))
                    .forEach(recipient ->
                            add(FaultInvariant.NO_PHANTOM, recipient + " was not asked for and is stored"));
            grouped(done, Function.identity()).forEach((recipient, rows) -> {
                if (rows.size() > 1) {
                    add(FaultInvariant.NO_PHANTOM, recipient + " is stored " + rows.size() + " times");
                }
            });
        }
        var left = new HashSet<>(seen.events());
        left.addAll(recipientsOfCalls());
        seen.contacts().stream()
                .filter(contact -> !left.contains(contact))
                .forEach(contact -> add(
                        FaultInvariant.NO_PHANTOM, contact + " is a contact, and nothing else of its call is stored"));
        seen.copies().stream()
                .map(Copy::recipient)
                .filter(refused::contains)
                .forEach(recipient -> add(FaultInvariant.NO_PHANTOM, recipient + " was refused and received"));
    }

    /** The recipients of the stored emails of sends and of the workflows that events start, each as often as it has one. */
    private List<String> recipientsOfCalls() {
        return seen.emails().stream()
                .filter(email -> !email.source().equals("CAMPAIGN"))
                .map(StoredEmail::recipient)
                .toList();
    }

    private Set<String> recipients(Outcome outcome) {
        return seen.calls().stream()
                .filter(call -> call.outcome() == outcome)
                .map(Call::recipient)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private void checkTimers() {
        for (var timer : seen.timers()) {
            if (timer.visits() != 1) {
                add(FaultInvariant.TIMERS, timer.execution() + " rested " + timer.visits() + " times");
            }
            if (timer.done().isBefore(timer.due())) {
                add(FaultInvariant.TIMERS, timer.execution() + " went on before it was due");
            }
            if (timer.done().isAfter(timer.due().plus(lateness))) {
                add(
                        FaultInvariant.TIMERS,
                        timer.execution() + " was late by " + Duration.between(timer.due(), timer.done()));
            }
        }
    }

    private void checkCounts() {
        seen.counts().stream()
                .filter(count -> count.shown() != count.counted())
                .forEach(count -> add(
                        FaultInvariant.COUNTS,
                        count.name() + " shows " + count.shown() + " instead of " + count.counted()));
    }

    private void checkHealth() {
        for (var node : seen.nodes()) {
            node.alarms().forEach(line -> add(FaultInvariant.HEALTH, node.name() + " says " + line));
            if (node.heap() == 0) {
                add(FaultInvariant.HEALTH, node.name() + " has a heap that could not be read");
            }
            if (node.heap() > MAX_HEAP) {
                add(FaultInvariant.HEALTH, node.name() + " holds " + (node.heap() >> 20) + " MB");
            }
            if (node.files() > MAX_FILES) {
                add(FaultInvariant.HEALTH, node.name() + " has " + node.files() + " open files");
            }
        }
    }

    private static <T> Map<String, List<T>> grouped(List<T> items, Function<T, String> key) {
        return items.stream().collect(Collectors.groupingBy(key));
    }
}
