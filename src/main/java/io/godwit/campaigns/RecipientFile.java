package io.godwit.campaigns;

import io.godwit.web.Csv;
import io.godwit.web.Pieces;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The recipients as a CSV file (RFC 4180), page by page as the client takes them. A text that a spreadsheet would take for a
 * formula gets an apostrophe before it (OWASP, CSV Injection).
 */
final class RecipientFile implements Pieces {

    static final int PAGE = 1_000;

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

    private final Function<Optional<UUID>, Future<List<Recipient>>> pages;
    private final WorkerExecutor workers;
    private Optional<UUID> last = Optional.empty();
    private boolean begun;
    private boolean ended;

    /** Each of {@code pages} is what follows a contact; written on {@code workers}. */
    RecipientFile(Function<Optional<UUID>, Future<List<Recipient>>> pages, WorkerExecutor workers) {
        this.pages = pages;
        this.workers = workers;
    }

    @Override
    public Future<Optional<Buffer>> next() {
        if (!begun) {
            begun = true;
            return Future.succeededFuture(Optional.of(Csv.lines(List.of(HEADER))));
        }
        return ended
                ? Future.succeededFuture(Optional.empty())
                : pages.apply(last).compose(this::write);
    }

    private Future<Optional<Buffer>> write(List<Recipient> page) {
        ended = page.size() < PAGE;
        if (page.isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        last = Optional.of(page.get(page.size() - 1).contactId().value());
        return workers.executeBlocking(
                        () -> Csv.lines(page.stream().map(RecipientFile::cells).toList()), false)
                .map(Optional::of);
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
