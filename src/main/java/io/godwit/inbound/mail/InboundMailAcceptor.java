package io.godwit.inbound.mail;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
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

/**
 * Takes mail in, by whatever way it came: says which addresses are ours, and keeps it as a raw report. Safe to use from any
 * event loop.
 */
public final class InboundMailAcceptor {

    private final Database database;
    private final RecipientResolver recipients;
    private final ReportInbox reports;
    private final MailAuthenticator authenticity;

    public InboundMailAcceptor(
            Database database, RecipientResolver recipients, ReportInbox reports, MailAuthenticator authenticity) {
        this.database = database;
        this.recipients = recipients;
        this.reports = reports;
        this.authenticity = authenticity;
    }

    /** Tells whether it is the signed return path of a mail of ours, which takes what mail systems say about that mail. */
    boolean isReturnPath(String recipient) {
        return recipients.isReturnPath(recipient);
    }

    /** Completes with the projects whose mail comes to any other address. */
    Future<List<ProjectId>> projects(String recipient) {
        return EmailAddress.parse(recipient)
                .map(address -> recipients.projects(database.requests(), address))
                .orElseGet(() -> Future.succeededFuture(List.of()));
    }

    /**
     * Completes when the mail is committed; the same one is kept once.
     *
     * @param way it came: the provider of its report
     */
    Future<Void> accept(String way, SmtpOrigin road, List<String> ours, byte[] message) {
        var isReport = ours.stream().allMatch(recipients::isReturnPath);
        var checked = isReport ? Future.succeededFuture(AuthResults.UNKNOWN) : authenticity.check(road, message);
        return checked.map(marks -> new StoredMail(road.from(), ours, marks, message))
                .compose(post -> reports.accept(way, digest(post), "mail", post.toBuffer()))
                .mapEmpty();
    }

    /** Of what a client repeats when it did not hear our answer. */
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
