package io.godwit.delivery.tls.report;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.message.Attachment;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Keeps the TLS reports that arrive at the operator's address for them. */
public final class TlsReportInbox {

    private final Optional<EmailAddress> address;
    private final ReceivedTlsReportStore store = new ReceivedTlsReportStore();

    /** @param address empty: none arrive */
    public TlsReportInbox(Optional<EmailAddress> address) {
        this.address = address;
    }

    /** Returns whether the address is the one for TLS reports. */
    public boolean receives(String recipient) {
        return address.isPresent() && EmailAddress.parse(recipient).equals(address);
    }

    /** The reports of a message, as {@link #read} has found them. */
    public record ParsedReports(List<ReceivedTlsReport> reports) {

        public ParsedReports {
            reports = List.copyOf(reports);
        }
    }

    /** Reads the reports among the parts of a message; for a worker, as they are compressed. */
    public static ParsedReports read(List<Attachment> files) {
        return new ParsedReports(files.stream()
                .filter(file -> isReport(file.contentType()))
                .flatMap(file -> ReceivedTlsReport.parse(file.bytes()).stream())
                .toList());
    }

    private static boolean isReport(String contentType) {
        var type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals("application/tlsrpt+gzip") || type.equals("application/tlsrpt+json");
    }

    /**
     * Keeps reports in the caller's transaction; those that are there already are left.
     *
     * @param sender the return path of the mail
     * @param dmarc the result of the check of its author
     */
    public Future<Void> keep(SqlClient tx, Instant at, String sender, String dmarc, ParsedReports found) {
        var stored = Future.<Void>succeededFuture();
        for (var report : found.reports()) {
            stored = stored.compose(ignored -> store.insert(tx, at, sender, dmarc, report));
        }
        return stored;
    }
}
