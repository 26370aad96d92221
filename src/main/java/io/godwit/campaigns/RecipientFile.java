package io.godwit.campaigns;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.godwit.web.Pieces;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
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

    private static final String DANGEROUS = "=+-@\t\r";
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
            return Future.succeededFuture(Optional.of(written(List.of(HEADER))));
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
                        () -> written(page.stream().map(RecipientFile::cells).toList()), false)
                .map(Optional::of);
    }

    private static List<String> cells(Recipient recipient) {
        return List.of(
                recipient.contactId().toString(),
                safe(recipient.email().value()),
                recipient.emailId().toString(),
                recipient.outcome(),
                recipient.status(),
                safe(recipient.reason().orElse("")),
                time(recipient.sentAt()),
                time(recipient.openedAt()),
                time(recipient.clickedAt()),
                time(recipient.bouncedAt()));
    }

    private static String time(Optional<Instant> at) {
        return at.map(Instant::toString).orElse("");
    }

    private static String safe(String text) {
        return !text.isEmpty() && DANGEROUS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static Buffer written(List<List<String>> lines) {
        var text = new StringWriter();
        try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(text)) {
            lines.forEach(csv::writeRecord);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Buffer.buffer(text.toString());
    }
}
