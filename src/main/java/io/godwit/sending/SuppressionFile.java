package io.godwit.sending;

import io.godwit.contacts.CsvFile;
import io.godwit.core.Failure;
import io.godwit.sending.Suppression.Entry;
import io.godwit.web.Csv;
import io.godwit.web.CsvPages;
import io.godwit.web.Pieces;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayList;
import java.util.List;

/** The list as a CSV file (RFC 4180): handed out page by page, and read again with the same columns. */
final class SuppressionFile {

    private static final int PAGE = 1_000;

    private static final List<String> HEADER = List.of("email", "reason", "evidence", "createdAt");
    private static final int MOST_MISTAKES = 100;
    static final int LONGEST_EVIDENCE = SuppressionRows.LONGEST_EVIDENCE;

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
        return SuppressionDump.isJson(bytes) ? read(SuppressionDump.rows(bytes)) : read(CsvFile.open(bytes));
    }

    private static Read read(CsvFile file) {
        var rows = SuppressionRows.of(file.header());
        var entries = new ArrayList<Entry>();
        var mistakes = new ArrayList<Mistake>();
        var records = file.records();
        for (var row = records.next(); row.isPresent(); row = records.next()) {
            try {
                entries.add(rows.entry(row.get()));
            } catch (Failure wrong) {
                mistakes.add(new Mistake(records.number(), wrong.sentence()));
            }
        }
        return new Read(entries, mistakes.size(), mistakes.subList(0, Math.min(MOST_MISTAKES, mistakes.size())));
    }

    private static Read read(SuppressionDump dump) {
        var rows = SuppressionRows.of(dump.header());
        var entries = new ArrayList<Entry>();
        var mistakes = new ArrayList<Mistake>();
        for (var at = 0; at < dump.rows().size(); at++) {
            try {
                entries.add(rows.entry(dump.rows().get(at)));
            } catch (Failure wrong) {
                mistakes.add(new Mistake(at + 1, wrong.sentence()));
            }
        }
        return new Read(entries, mistakes.size(), mistakes.subList(0, Math.min(MOST_MISTAKES, mistakes.size())));
    }
}
