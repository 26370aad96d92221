package io.godwit.delivery.tls.report;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Mails TLS reports from the operator's own sender. Declared here, implemented by {@code systemmail}. */
public interface TlsReportMailer {

    /**
     * The mail with a report.
     *
     * @param body the HTML body
     */
    record ReportMail(EmailAddress to, String subject, String body, List<Header> headers, Attachment report) {

        public ReportMail {
            headers = List.copyOf(headers);
        }
    }

    /**
     * Queues the mail in the caller's transaction; after the commit the caller calls {@link #wakeSenders}. While a restore holds
     * emails it waits for their release: the report may have been sent before.
     */
    Future<Void> write(SqlClient tx, ReportMail mail);

    void wakeSenders();

    /** Returns the sender's address. */
    EmailAddress sender();
}
