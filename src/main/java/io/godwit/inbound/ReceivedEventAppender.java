package io.godwit.inbound;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.events.EventAppender;
import io.godwit.events.NewEvent;
import io.godwit.inbound.mail.ParsedEmail;
import io.godwit.inbound.processing.DeliveryReport;
import io.godwit.inbound.received.ReceivedEmail;
import io.godwit.inbound.settings.AcceptanceSettings;
import io.godwit.mailauth.MailAuthenticator;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;

/**
 * Appends {@code email.received}. No workflow starts from an email sent by a program, nor, unless the settings allow it, from one
 * that neither SPF nor DKIM authenticates as the author's.
 */
final class ReceivedEventAppender {

    /** Max characters of a body in an event; data of an event has at most 64 KB. */
    private static final int BODY_IN_EVENT = 10_000;

    private final EventAppender events;
    private final AcceptanceSettings acceptance;

    /** Appends events that start no workflow. */
    private final EventAppender silentAppender = new EventAppender();

    ReceivedEventAppender(EventAppender events, AcceptanceSettings acceptance) {
        this.events = events;
        this.acceptance = acceptance;
    }

    /**
     * Appends the event of an email that was just filed.
     *
     * @param silent true: no workflow starts from it
     */
    Future<Void> append(
            SqlClient tx, DeliveryReport.Received received, ParsedEmail email, ReceivedEmail filed, boolean silent) {
        var authenticated = isAuthenticated(received, email);
        var starts = !filed.automatic() && !silent && (authenticated || acceptance.unauthenticated());
        var event = new NewEvent(
                filed.project(),
                new EventId(Ids.next()),
                filed.contact(),
                "email.received",
                data(received, email, filed, authenticated),
                Optional.of(filed.id()),
                0);
        return (starts ? events : silentAppender).append(tx, List.of(event));
    }

    private static Map<String, @Nullable Object> data(
            DeliveryReport.Received received, ParsedEmail email, ReceivedEmail filed, boolean authenticated) {
        var data = new LinkedHashMap<String, @Nullable Object>();
        data.put("emailId", filed.id().toString());
        data.put("messageId", email.messageId().orElse(null));
        data.put("from", filed.from().address().value());
        data.put("fromHeader", email.fromHeader());
        data.put("to", filed.to().value());
        data.put("subject", filed.subject());
        data.put("timestamp", received.at().toString());
        data.put("recipients", filed.recipients());
        var body = email.text().orElseGet(() -> Jsoup.parse(filed.html()).text());
        data.put("hasContent", !body.isBlank());
        data.put("body", body.length() > BODY_IN_EVENT ? body.substring(0, BODY_IN_EVENT) : body);
        data.put("attachments", filed.attachments().size());
        data.put("inReplyTo", email.inReplyTo().orElse(null));
        data.put("repliesTo", filed.thread().answers().map(EmailId::toString).orElse(null));
        for (var check : List.of("spam", "virus", "spf", "dkim", "dmarc")) {
            data.put(check + "Verdict", filed.verdicts().getOrDefault(check, "GRAY"));
        }
        data.put("authenticated", authenticated);
        data.put("automatic", filed.automatic());
        data.put("doubt", filed.doubt().orElse(null));
        data.put("sourceType", "INBOUND");
        return data;
    }

    /**
     * Returns whether SPF or DKIM authenticates the author's domain (RFC 7489 §3.1), whatever policy that domain publishes. Results
     * for another domain say nothing about this author.
     */
    private static boolean isAuthenticated(DeliveryReport.Received received, ParsedEmail email) {
        var authorDomain = email.author().address().domain();
        var verdicts = received.verdicts();
        var sender = received.sender().substring(received.sender().lastIndexOf('@') + 1);
        return authorDomain.equals(email.checkedDomain())
                && !"FAIL".equals(verdicts.get("dmarc"))
                && ("PASS".equals(verdicts.get("dmarc"))
                        || ("PASS".equals(verdicts.get("spf")) && MailAuthenticator.isAligned(authorDomain, sender))
                        || received.signers().stream()
                                .anyMatch(domain -> MailAuthenticator.isAligned(authorDomain, domain)));
    }
}
