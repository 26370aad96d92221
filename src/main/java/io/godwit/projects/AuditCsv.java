package io.godwit.projects;

import io.godwit.core.Json;
import io.godwit.projects.AuditStore.Entry;
import io.godwit.web.ChunkedBody;
import io.godwit.web.lists.CsvLines;
import io.godwit.web.lists.CsvStream;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes the audit log as a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it
 * (OWASP, CSV Injection).
 */
final class AuditCsv {

    private static final int PAGE = 1_000;

    private static final List<String> HEADER =
            List.of("id", "createdAt", "action", "userEmail", "userId", "caller", "details");

    private AuditCsv() {}

    /** Reads the entries older than one, or the newest. */
    interface Pages {

        Future<List<Entry>> before(Optional<UUID> entry, int limit);
    }

    static ChunkedBody of(Pages pages, WorkerExecutor workers) {
        return new CsvStream<Entry>(
                CsvLines.lines(List.of(HEADER)),
                PAGE,
                last -> pages.before(last.map(Entry::id), PAGE),
                page -> CsvLines.lines(page.stream().map(AuditCsv::cells).toList()),
                workers);
    }

    private static List<String> cells(Entry entry) {
        return List.of(
                entry.id().toString(),
                entry.createdAt().toString(),
                CsvLines.safe(entry.action()),
                CsvLines.safe(entry.userEmail().orElse("")),
                entry.userId().map(UUID::toString).orElse(""),
                entry.caller(),
                Json.write(entry.details()));
    }
}
