package io.godwit.inbound.mail;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.delivery.tls.report.TlsReportInbox;
import io.godwit.inbound.processing.ReportInbox;
import io.godwit.mailauth.AuthResults;
import io.godwit.mailauth.MailAuthenticator;
import io.godwit.mailauth.MailAuthenticator.SmtpOrigin;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Accepts messages from the SMTP server and the mailbox: finds out which recipient addresses are ours, and stores the message
 * as a raw report. Safe to use from any event loop.
 */
public final class InboundMailAcceptor {

    /** The word for the type of these reports. */
    private static final String KIND = "mail";

    private final Database database;
    private final RecipientResolver recipients;
    private final ReportInbox reports;
    private final MailAuthenticator authenticator;
    private final TlsReportInbox tlsReports;

    public InboundMailAcceptor(
            Database database,
            RecipientResolver recipients,
            ReportInbox reports,
            MailAuthenticator authenticator,
            TlsReportInbox tlsReports) {
        this.database = database;
        this.recipients = recipients;
        this.reports = reports;
        this.authenticator = authenticator;
        this.tlsReports = tlsReports;
    }

    /**
     * Returns the sent email whose signed return path the address is, which receives the reports of mail systems about that
     * email; empty for any other address.
     */
    Optional<EmailId> returnPath(String recipient) {
        return recipients.returnPath(recipient);
    }

    /** Returns whether the address is the operator's, which receives TLS reports. */
    boolean isForTlsReports(String recipient) {
        return tlsReports.receives(recipient);
    }

    /** Completes with the projects that receive mail for any other address. */
    Future<List<ProjectId>> projects(String recipient) {
        return EmailAddress.parse(recipient)
                .map(address -> recipients.projects(database.requests(), address))
                .orElseGet(() -> Future.succeededFuture(List.of()));
    }

    /**
     * Completes with true when the message is committed; the same one is stored once. Completes with false, and nothing is
     * stored, when the return path it came to may get no more for now.
     *
     * @param source the provider name of its report
     */
    Future<Boolean> accept(String source, SmtpOrigin origin, List<String> ownRecipients, byte[] message) {
        var isReport = ownRecipients.stream().allMatch(recipients::isReturnPath);
        var checked = isReport ? Future.succeededFuture(AuthResults.UNKNOWN) : authenticator.check(origin, message);
        return checked.map(results -> new StoredMail(origin.from(), ownRecipients, results, message))
                .compose(mail -> store(source, mail));
    }

    /** Completes when a message that a simulated mail system wrote is committed; no network is asked about its author. */
    public Future<Void> acceptSimulated(String recipient, byte[] message) {
        var mail = new StoredMail("", List.of(recipient), AuthResults.UNKNOWN, message);
        return reports.accept(InboundMailVerticle.SMTP, digest(mail), KIND, mail.toBuffer())
                .mapEmpty();
    }

    private Future<Boolean> store(String source, StoredMail mail) {
        return mail.recipients().stream()
                .flatMap(recipient -> returnPath(recipient).stream())
                .findFirst()
                .map(email -> reports.accept(email, source, digest(mail), KIND, mail.toBuffer()))
                .orElseGet(() -> reports.accept(source, digest(mail), KIND, mail.toBuffer())
                        .map(true));
    }

    /** Returns a digest that is equal for a message its client repeats because it did not receive our reply. */
    private static String digest(StoredMail post) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(String.join("\t", post.recipients()).getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
            return HexFormat.of().formatHex(digest.digest(post.message()));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
