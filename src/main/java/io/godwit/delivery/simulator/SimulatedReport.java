package io.godwit.delivery.simulator;

import io.godwit.smtp.message.HeaderSection;
import java.nio.charset.StandardCharsets;

/**
 * The messages with which mail systems answer an email after they have accepted it. Their bytes depend on the email alone, so
 * that one which is sent again is stored once.
 *
 * @param domain of the simulator
 * @param returnPath MAIL FROM of the email
 * @param message the email
 */
record SimulatedReport(String domain, String returnPath, String recipient, byte[] message) {

    /** No line of a header section can be equal to it. */
    private static final String BOUNDARY = "=_simulated-report";

    /** Returns a delivery status notification (RFC 3464); {@code action} is {@code failed} or {@code delivered}. */
    byte[] deliveryStatus(String action, String status, String reply) {
        return report(
                "Mail Delivery System <mailer-daemon@" + domain + ">",
                "Delivery status: " + action,
                "delivery-status",
                """
                Reporting-MTA: dns; %s

                Final-Recipient: rfc822; %s
                Action: %s
                Status: %s
                Diagnostic-Code: smtp; %s
                """.formatted(domain, recipient, action, status, reply));
    }

    /** Returns a complaint in the Abuse Reporting Format (RFC 5965). */
    byte[] complaint() {
        return report("Feedback Loop <feedback@" + domain + ">", "Complaint", "feedback-report", """
                Feedback-Type: abuse
                User-Agent: Godwit-Simulator/1
                Version: 1
                Original-Mail-From: <%s>
                Original-Rcpt-To: <%s>
                """.formatted(
                        returnPath, recipient));
    }

    private byte[] report(String from, String subject, String type, String fields) {
        return crlf(head(from, subject) + """
                Content-Type: multipart/report; report-type=%2$s; boundary="%1$s"

                --%1$s
                Content-Type: text/plain; charset=us-ascii

                The delivery simulator wrote this report.

                --%1$s
                Content-Type: message/%2$s

                %3$s
                --%1$s
                Content-Type: text/rfc822-headers

                %4$s
                --%1$s--
                """.formatted(BOUNDARY, type, fields, originalHeader()));
    }

    /** Returns an out-of-office reply (RFC 3834). */
    byte[] autoReply() {
        return crlf(head(recipient, "Out of office: " + original("Subject")) + """
                In-Reply-To: %1$s
                References: %1$s
                Content-Type: text/plain; charset=us-ascii

                I am out of the office, and the delivery simulator answers for me.
                """.formatted(original("Message-ID")));
    }

    private String head(String from, String subject) {
        return """
                From: %s
                To: <%s>
                Subject: %s
                Date: %s
                Message-ID: <simulated.%s
                Auto-Submitted: auto-replied
                MIME-Version: 1.0
                """.formatted(
                        from,
                        returnPath,
                        subject,
                        original("Date"),
                        original("Message-ID").replaceFirst("^<", ""));
    }

    private String original(String name) {
        return HeaderSection.of(message).first(name).orElse("");
    }

    private String originalHeader() {
        var end = HeaderSection.of(message).bodyAt();
        return new String(message, 0, end, StandardCharsets.US_ASCII)
                .replace("\r\n", "\n")
                .strip();
    }

    private static byte[] crlf(String text) {
        return text.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
