package io.godwit.inbound.processing;

import io.godwit.core.SingleLine;
import io.godwit.core.VerpCodec;
import io.godwit.inbound.processing.EmailMatchStore.MatchedEmail;
import io.godwit.inbound.processing.ReportOutcome.State;
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

/** The reports that are processed together, with the email and the outcome of each. */
final class ReportBatch {

    private static final int MAX_NOTE_LENGTH = 300;
    private static final String UNREADABLE = "It cannot be read";

    private final List<ParsedReport> parsed;
    private final List<ParsedReport> unlocated = new ArrayList<>();
    private final List<EmailLocator> locators = new ArrayList<>();
    private final Map<ParsedReport, MatchedEmail> reportToMatch = new LinkedHashMap<>();
    private final Set<ParsedReport> ignore = new HashSet<>();

    /**
     * A report with its email.
     *
     * @param at the time of the event, but not later than the report arrived
     */
    record MatchedReport(EmailKey key, DeliveryReport.EmailReport report, Instant at) {}

    private ReportBatch(List<ParsedReport> parsed, VerpCodec verp) {
        this.parsed = parsed;
        for (var one : parsed) {
            one.ofMail().stream()
                    .findFirst()
                    .flatMap(first -> EmailLocator.of(first, verp))
                    .ifPresent(locator -> {
                        unlocated.add(one);
                        locators.add(locator);
                    });
        }
    }

    /** Parses all reports, on the caller's thread. */
    static ReportBatch read(List<RawReport> reports, Map<String, ReportParser> readers, VerpCodec verp) {
        return new ReportBatch(reports.stream().map(raw -> read(raw, readers)).toList(), verp);
    }

    private static ParsedReport read(RawReport raw, Map<String, ReportParser> readers) {
        var parser = readers.get(raw.provider());
        if (parser == null) {
            return new ParsedReport(raw, List.of(), Optional.of("Nobody here reads what " + raw.provider() + " tells"));
        }
        try {
            return new ParsedReport(raw, parser.read(raw), Optional.empty());
        } catch (RuntimeException | StackOverflowError unreadable) {
            return new ParsedReport(
                    raw, List.of(), Optional.of(Objects.requireNonNullElse(unreadable.getMessage(), UNREADABLE)));
        }
    }

    /** Returns the locators to be looked up. */
    List<EmailLocator> unlocated() {
        return locators;
    }

    /** Sets the found emails, by the indexes of their locators. */
    void found(Map<Integer, MatchedEmail> indexToMatch) {
        indexToMatch.forEach((position, match) -> reportToMatch.put(unlocated.get(position), match));
    }

    /** Returns the reports with their emails, in the order of their events. */
    List<MatchedReport> matched() {
        var matches = new ArrayList<MatchedReport>();
        reportToMatch.forEach((one, match) -> {
            if (!match.pending() && !match.deleted() && one.receivedEmail(match).isEmpty()) {
                one.ofMail().forEach(report -> matches.add(telling(one.raw(), match.key(), report)));
            }
        });
        matches.sort(Comparator.comparing(MatchedReport::at));
        return matches;
    }

    private static MatchedReport telling(RawReport raw, EmailKey key, DeliveryReport.EmailReport report) {
        return new MatchedReport(key, report, report.at().isAfter(raw.receivedAt()) ? raw.receivedAt() : report.at());
    }

    /** Returns the received emails, including reports that do not count. */
    Map<ParsedReport, DeliveryReport.Received> receivedEmails() {
        var reportToReceived = new LinkedHashMap<ParsedReport, DeliveryReport.Received>();
        for (var one : parsed) {
            one.received()
                    .or(() -> Optional.ofNullable(reportToMatch.get(one)).flatMap(one::receivedEmail))
                    .ifPresent(received -> reportToReceived.put(one, received));
        }
        return reportToReceived;
    }

    /** Notes that no project receives mail for the recipients of an email. */
    void ignore(ParsedReport one) {
        ignore.add(one);
    }

    List<ReportOutcome> outcomes() {
        return parsed.stream().map(this::outcome).toList();
    }

    private ReportOutcome outcome(ParsedReport one) {
        if (one.unreadable().isPresent()) {
            return ReportOutcome.of(
                    one.raw(), State.FAILED, SingleLine.of(one.unreadable().get(), MAX_NOTE_LENGTH));
        }
        if (one.reports().isEmpty()) {
            return ReportOutcome.of(one.raw(), State.IGNORED, "Nothing in it concerns us");
        }
        var match = reportToMatch.get(one);
        var received = one.received().or(() -> Optional.ofNullable(match).flatMap(one::receivedEmail));
        if (received.isPresent()) {
            return ignore.contains(one)
                    ? ReportOutcome.of(one.raw(), State.UNMATCHED, "No project takes mail for its recipients")
                    : ReportOutcome.of(
                            one.raw(), State.DONE, received.get().doubt().orElse(""));
        }
        if (match == null || match.deleted()) {
            return unlocated.contains(one)
                    ? ReportOutcome.of(one.raw(), State.UNKNOWN, "Its email is not known")
                    : ReportOutcome.of(one.raw(), State.UNMATCHED, "It names no email of ours");
        }
        return match.pending()
                ? ReportOutcome.of(one.raw(), State.WAITING, "Its email is on its way still")
                : ReportOutcome.of(one.raw(), State.DONE, "");
    }
}
