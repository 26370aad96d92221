package io.godwit.sending.suppression;

import io.godwit.contacts.csv.CsvFileReader;
import io.godwit.core.Failure;
import io.godwit.sending.suppression.Suppression.Entry;
import io.godwit.web.ChunkedBody;
import io.godwit.web.lists.CsvLines;
import io.godwit.web.lists.CsvStream;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayList;
import java.util.List;

/** Writes the suppression list as a CSV file (RFC 4180), page by page, and reads files with the same columns. */
final class SuppressionCsv {

    private static final int PAGE = 1_000;

    private static final List<String> HEADER = List.of("email", "reason", "evidence", "createdAt");
    private static final int MAX_MISTAKES = 100;
    static final int MAX_EVIDENCE_LENGTH = SuppressionRowReader.MAX_EVIDENCE_LENGTH;

    private SuppressionCsv() {}

    /** Reads the pages that follow an address. */
    interface Pages {

        Future<List<Suppression>> after(String email, int limit);
    }

    static ChunkedBody of(Pages pages, WorkerExecutor workers) {
        return new CsvStream<Suppression>(
                CsvLines.lines(List.of(HEADER)),
                PAGE,
                last -> pages.after(last.map(entry -> entry.email().value()).orElse(""), PAGE),
                page -> CsvLines.lines(page.stream().map(SuppressionCsv::cells).toList()),
                workers);
    }

    private static List<String> cells(Suppression suppression) {
        return List.of(
                CsvLines.safe(suppression.email().value()),
                suppression.reason().name(),
                CsvLines.safe(suppression.evidence().orElse("")),
                suppression.createdAt().toString());
    }

    /** A line that is no valid entry. */
    record LineError(int line, String message) {}

    /**
     * The entries of a file.
     *
     * @param mistakes the first hundred invalid lines
     */
    record ParsedFile(List<Entry> entries, int wrong, List<LineError> mistakes) {}

    /** Reads a file on a worker; throws a {@link Failure} when it has no column of addresses. */
    static ParsedFile read(byte[] bytes) {
        return ProviderSuppressions.isJson(bytes)
                ? read(ProviderSuppressions.rows(bytes))
                : read(CsvFileReader.open(bytes));
    }

    private static ParsedFile read(CsvFileReader file) {
        var rows = SuppressionRowReader.of(file.header());
        var entries = new ArrayList<Entry>();
        var errors = new ArrayList<LineError>();
        var records = file.records();
        for (var row = records.next(); row.isPresent(); row = records.next()) {
            try {
                entries.add(rows.entry(row.get()));
            } catch (Failure wrong) {
                errors.add(new LineError(records.number(), wrong.sentence()));
            }
        }
        return new ParsedFile(entries, errors.size(), errors.subList(0, Math.min(MAX_MISTAKES, errors.size())));
    }

    private static ParsedFile read(ProviderSuppressions suppressions) {
        var rows = SuppressionRowReader.of(suppressions.header());
        var entries = new ArrayList<Entry>();
        var errors = new ArrayList<LineError>();
        for (var at = 0; at < suppressions.rows().size(); at++) {
            try {
                entries.add(rows.entry(suppressions.rows().get(at)));
            } catch (Failure wrong) {
                errors.add(new LineError(at + 1, wrong.sentence()));
            }
        }
        return new ParsedFile(entries, errors.size(), errors.subList(0, Math.min(MAX_MISTAKES, errors.size())));
    }
}
