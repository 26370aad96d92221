package io.godwit.sending;

import io.godwit.contacts.CsvFile;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.sending.Suppression.Entry;
import io.godwit.sending.Suppression.Reason;
import io.godwit.web.Csv;
import io.godwit.web.CsvPages;
import io.godwit.web.Pieces;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The list as a CSV file (RFC 4180): handed out page by page, and read again with the same columns. */
final class SuppressionFile {

    private static final int PAGE = 1_000;

    private static final List<String> HEADER = List.of("email", "reason", "evidence", "createdAt");
    private static final int MOST_MISTAKES = 100;
    static final int LONGEST_EVIDENCE = 1_000;

    private SuppressionFile() {}

    /** Reads the pages that follow an address. */
    interface Pages {

        Future<List<Suppression>> after(String email, int limit);
    }

    static Pieces of(Pages pages, WorkerExecutor workers) {
        return new CsvPages<Suppression>(
                Csv.lines(List.of(HEADER)),
                PAGE,
                last -> pages.after(last.map(entry -> entry.email().value()).orElse(""), PAGE),
                page -> Csv.lines(page.stream().map(SuppressionFile::cells).toList()),
                workers);
    }

    private static List<String> cells(Suppression suppression) {
        return List.of(
                Csv.safe(suppression.email().value()),
                suppression.reason().name(),
                Csv.safe(suppression.evidence().orElse("")),
                suppression.createdAt().toString());
    }

    /** A line that is no entry. */
    record Mistake(int line, String message) {}

    /**
     * What a file holds.
     *
     * @param mistakes the first hundred
     */
    record Read(List<Entry> entries, int wrong, List<Mistake> mistakes) {}

    /** Reads a file on a worker; throws a {@link Failure} when it has no column of addresses. */
    static Read read(byte[] bytes) {
        var file = CsvFile.open(bytes);
        var names = file.header().stream()
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .toList();
        if (!names.contains("email")) {
            throw Failure.of(Kind.BAD_REQUEST, "The file has no column named email");
        }
        var entries = new ArrayList<Entry>();
        var mistakes = new ArrayList<Mistake>();
        var records = file.records();
        for (var row = records.next(); row.isPresent(); row = records.next()) {
            try {
                entries.add(entry(names, row.get()));
            } catch (Failure wrong) {
                mistakes.add(new Mistake(records.number(), wrong.sentence()));
            }
        }
        return new Read(entries, mistakes.size(), mistakes.subList(0, Math.min(MOST_MISTAKES, mistakes.size())));
    }

    private static Entry entry(List<String> names, List<String> row) {
        var email = cell(names, row, "email")
                .flatMap(EmailAddress::parse)
                .orElseThrow(() -> Failure.of(Kind.BAD_REQUEST, "Invalid email"));
        var reason = cell(names, row, "reason").map(SuppressionFile::reason).orElse(Reason.MANUAL);
        var evidence = cell(names, row, "evidence");
        if (evidence.filter(text -> text.length() > LONGEST_EVIDENCE || text.indexOf('\0') >= 0)
                .isPresent()) {
            throw Failure.of(
                    Kind.BAD_REQUEST, "The evidence may have at most " + LONGEST_EVIDENCE + " characters of text");
        }
        return new Entry(email, reason, evidence);
    }

    private static Optional<String> cell(List<String> names, List<String> row, String name) {
        var at = names.indexOf(name);
        return at < 0 || at >= row.size()
                ? Optional.empty()
                : Optional.of(row.get(at).strip()).filter(text -> !text.isEmpty());
    }

    private static Reason reason(String text) {
        try {
            return Reason.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw Failure.of(Kind.BAD_REQUEST, "Expected BOUNCE, COMPLAINT or MANUAL as the reason");
        }
    }
}
