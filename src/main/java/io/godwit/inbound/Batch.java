package io.godwit.inbound;

import io.godwit.core.ReturnPaths;
import io.godwit.core.SingleLine;
import io.godwit.inbound.MatchStore.Found;
import io.godwit.inbound.Outcome.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Some reports that are looked at together: what they say, which mail each is about, and what becomes of each. */
final class Batch {

    private static final int LONGEST_NOTE = 300;
    private static final String UNREADABLE = "It cannot be read";

    private final List<Judged> judged;
    private final List<Judged> asking = new ArrayList<>();
    private final List<Clue> clues = new ArrayList<>();
    private final Map<Judged, Found> judgedToFound = new LinkedHashMap<>();
    private final Set<Judged> forNobody = new HashSet<>();

    /**
     * A report and the mail it is about.
     *
     * @param at when it happened, but not later than it came in
     */
    record Telling(Mail mail, Report.OfMail report, Instant at) {}

    private Batch(List<Judged> judged, ReturnPaths paths) {
        this.judged = judged;
        for (var one : judged) {
            one.ofMail().stream()
                    .findFirst()
                    .flatMap(first -> Clue.of(first, paths))
                    .ifPresent(clue -> {
                        asking.add(one);
                        clues.add(clue);
                    });
        }
    }

    /** Reads all of them, on the caller's thread. */
    static Batch read(List<RawReport> taken, Map<String, ReportReader> readers, ReturnPaths paths) {
        return new Batch(taken.stream().map(raw -> read(raw, readers)).toList(), paths);
    }

    private static Judged read(RawReport raw, Map<String, ReportReader> readers) {
        var reader = readers.get(raw.provider());
        if (reader == null) {
            return new Judged(raw, List.of(), Optional.of("Nobody here reads what " + raw.provider() + " tells"));
        }
        try {
            return new Judged(raw, reader.read(raw), Optional.empty());
        } catch (RuntimeException | StackOverflowError unreadable) {
            return new Judged(
                    raw, List.of(), Optional.of(Objects.requireNonNullElse(unreadable.getMessage(), UNREADABLE)));
        }
    }

    /** What is to be looked up. */
    List<Clue> clues() {
        return clues;
    }

    /** Takes what the clues led to, by their places. */
    void found(Map<Integer, Found> placeToFound) {
        placeToFound.forEach((place, found) -> judgedToFound.put(asking.get(place), found));
    }

    /** What is to be told of which mail, in the order it happened. */
    List<Telling> tellings() {
        var tellings = new ArrayList<Telling>();
        judgedToFound.forEach((one, found) -> {
            if (!found.pending() && one.letter(found).isEmpty()) {
                one.ofMail().forEach(report -> tellings.add(telling(one.raw(), found.mail(), report)));
            }
        });
        tellings.sort(Comparator.comparing(Telling::at));
        return tellings;
    }

    private static Telling telling(RawReport raw, Mail mail, Report.OfMail report) {
        return new Telling(mail, report, report.at().isAfter(raw.receivedAt()) ? raw.receivedAt() : report.at());
    }

    /** Mail that was sent to us, and what turned out to be no report. */
    Map<Judged, Report.Received> letters() {
        var judgedToLetter = new LinkedHashMap<Judged, Report.Received>();
        for (var one : judged) {
            one.received()
                    .or(() -> Optional.ofNullable(judgedToFound.get(one)).flatMap(one::letter))
                    .ifPresent(letter -> judgedToLetter.put(one, letter));
        }
        return judgedToLetter;
    }

    /** No project takes mail for its recipients. */
    void forNobody(Judged one) {
        forNobody.add(one);
    }

    List<Outcome> outcomes() {
        return judged.stream().map(this::outcome).toList();
    }

    private Outcome outcome(Judged one) {
        if (one.unreadable().isPresent()) {
            return Outcome.of(
                    one.raw(), State.FAILED, SingleLine.of(one.unreadable().get(), LONGEST_NOTE));
        }
        if (one.reports().isEmpty()) {
            return Outcome.of(one.raw(), State.IGNORED, "Nothing in it concerns us");
        }
        var found = judgedToFound.get(one);
        var letter = one.received().or(() -> Optional.ofNullable(found).flatMap(one::letter));
        if (letter.isPresent()) {
            return forNobody.contains(one)
                    ? Outcome.of(one.raw(), State.UNMATCHED, "No project takes mail for its recipients")
                    : Outcome.of(one.raw(), State.DONE, letter.get().doubt().orElse(""));
        }
        if (found == null) {
            return asking.contains(one)
                    ? Outcome.of(one.raw(), State.UNKNOWN, "Its mail is not known")
                    : Outcome.of(one.raw(), State.UNMATCHED, "It names no mail of ours");
        }
        return found.pending()
                ? Outcome.of(one.raw(), State.PARKED, "Its mail is on its way still")
                : Outcome.of(one.raw(), State.DONE, "");
    }
}
