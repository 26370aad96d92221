package io.godwit.campaigns;

import io.godwit.web.Csv;
import io.godwit.web.CsvPages;
import io.godwit.web.Pieces;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The recipients as a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it
 * (OWASP, CSV Injection).
 */
final class RecipientFile {

    private static final int PAGE = 1_000;

    private static final List<String> HEADER = List.of(
            "contactId",
            "email",
            "emailId",
            "outcome",
            "status",
            "reason",
            "sentAt",
            "openedAt",
            "clickedAt",
            "bouncedAt");

    private RecipientFile() {}

    /** Reads the pages that follow a contact. */
    interface Pages {

        Future<List<Recipient>> after(Optional<UUID> contact, int limit);
    }

    static Pieces of(Pages pages, WorkerExecutor workers) {
        return new CsvPages<Recipient>(
                Csv.lines(List.of(HEADER)),
                PAGE,
                last -> pages.after(last.map(recipient -> recipient.contactId().value()), PAGE),
                page -> Csv.lines(page.stream().map(RecipientFile::cells).toList()),
                workers);
    }

    private static List<String> cells(Recipient recipient) {
        return List.of(
                recipient.contactId().toString(),
                Csv.safe(recipient.email().value()),
                recipient.emailId().toString(),
                recipient.outcome(),
                recipient.status(),
                Csv.safe(recipient.reason().orElse("")),
                time(recipient.sentAt()),
                time(recipient.openedAt()),
                time(recipient.clickedAt()),
                time(recipient.bouncedAt()));
    }

    private static String time(Optional<Instant> at) {
        return at.map(Instant::toString).orElse("");
    }
}
