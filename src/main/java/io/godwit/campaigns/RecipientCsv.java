package io.godwit.campaigns;

import io.godwit.web.ChunkedBody;
import io.godwit.web.lists.CsvLines;
import io.godwit.web.lists.CsvStream;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes the recipients of a campaign as a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an
 * apostrophe before it (OWASP, CSV Injection).
 */
final class RecipientCsv {

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

    private RecipientCsv() {}

    /** Reads the pages that follow a contact. */
    interface Pages {

        Future<List<CampaignRecipient>> after(Optional<UUID> contact, int limit);
    }

    static ChunkedBody of(Pages pages, WorkerExecutor workers) {
        return new CsvStream<CampaignRecipient>(
                CsvLines.lines(List.of(HEADER)),
                PAGE,
                last -> pages.after(last.map(recipient -> recipient.contactId().value()), PAGE),
                page -> CsvLines.lines(page.stream().map(RecipientCsv::cells).toList()),
                workers);
    }

    private static List<String> cells(CampaignRecipient recipient) {
        return List.of(
                recipient.contactId().toString(),
                CsvLines.safe(recipient.email().value()),
                recipient.emailId().toString(),
                recipient.outcome().word(),
                recipient.status().name(),
                CsvLines.safe(recipient.reason().orElse("")),
                time(recipient.sentAt()),
                time(recipient.openedAt()),
                time(recipient.clickedAt()),
                time(recipient.bouncedAt()));
    }

    private static String time(Optional<Instant> at) {
        return at.map(Instant::toString).orElse("");
    }
}
