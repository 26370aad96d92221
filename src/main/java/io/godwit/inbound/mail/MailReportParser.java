package io.godwit.inbound.mail;

import io.godwit.bounces.BounceClassifier;
import io.godwit.bounces.BounceVerdict;
import io.godwit.bounces.BounceVerdict.Basis;
import io.godwit.core.EmailAddress;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.VerpCodec;
import io.godwit.inbound.processing.DeliveryReport;
import io.godwit.inbound.processing.DeliveryReport.Bounce;
import io.godwit.inbound.processing.DeliveryReport.Bounce.Cause;
import io.godwit.inbound.processing.DeliveryReport.Evidence;
import io.godwit.inbound.processing.EmailIdentifiers;
import io.godwit.inbound.processing.RawReport;
import io.godwit.inbound.processing.ReportParser;
import io.godwit.inbound.settings.AcceptanceSettings;
import io.godwit.smtp.message.AddressField;
import io.godwit.smtp.message.HeaderSection;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses messages from the SMTP server or the mailbox: a bounce, a complaint, or an email to a domain of a project.
 *
 * <p>Anyone can write an email that looks like a report. A report counts when it was sent to the signed return path of the
 * email it is about, when it returns the signed token of that email's header or envelope, or when it names the email by its signed
 * Message-ID and comes from a feedback loop the operator named, proved by DKIM, to a domain of the email's project. All others
 * are parsed as emails of a person.
 */
public final class MailReportParser implements ReportParser {

    private static final String UNPROVED =
            "It reports about an email, but nothing in it proves that the email was ours";
    private static final String FROM_RECIPIENT =
            "It reads like a bounce, but somebody the project has written to sent it";

    /** The signed token, as the id of the envelope, in the fields of a returned message, in text, or in the JSON of a provider's notification. */
    private static final Pattern TOKEN = Pattern.compile(
            "(?:\\bbounces\\+|\\bOriginal-Envelope-Id: ?|" + VerpCodec.HEADER
                    + "[^0-9a-z]{1,20}(?:value[^0-9a-z]{1,10})?)([0-9a-v]{56})(?![0-9a-z])",
            Pattern.CASE_INSENSITIVE);

    private final VerpCodec verp;
    private final MessageIdCodec codec;
    private final AcceptanceSettings acceptance;
    private final String bounceLabel;

    /** Creates the parser; {@code bounceLabel} precedes a domain in the host of its return paths, with a dot behind it. */
    public MailReportParser(VerpCodec verp, MessageIdCodec codec, AcceptanceSettings acceptance, String bounceLabel) {
        this.verp = verp;
        this.codec = codec;
        this.acceptance = acceptance;
        this.bounceLabel = bounceLabel;
    }

    @Override
    public List<DeliveryReport> read(RawReport raw) {
        var post = StoredMail.read(raw.raw());
        var verdict = BounceClassifier.classify(post.message(), returnPath(raw, post));
        var received = received(raw, post, verdict);
        return proved(post, verdict)
                .map(identifiers -> about(identifiers, raw, verdict, received))
                .orElseGet(() -> List.of(isReport(verdict.kind()) ? received.doubted(UNPROVED) : received));
    }

    /** Returns the MAIL FROM; empty when a mailbox did not keep it, which our own SMTP server always does. */
    private static Optional<String> returnPath(RawReport raw, StoredMail post) {
        return raw.provider().equals(InboundMailVerticle.MAILBOX) && post.from().isEmpty()
                ? Optional.empty()
                : Optional.of(post.from());
    }

    /** Returns the email the report is about, when the report proves that it may speak of it. */
    private Optional<EmailIdentifiers> proved(StoredMail post, BounceVerdict verdict) {
        var returned = post.recipients().stream()
                .filter(address -> verp.read(address).isPresent())
                .findFirst()
                .map(EmailIdentifiers.NONE::withReturnPath);
        return returned.isPresent() || !isReport(verdict.kind())
                ? returned
                : token(post.message()).map(EmailIdentifiers.NONE::withToken).or(() -> byLoop(post, verdict));
    }

    private Optional<String> token(byte[] message) {
        return TOKEN.matcher(BounceClassifier.quoted(message))
                .results()
                .map(found -> found.group(1))
                .filter(token -> verp.readToken(token).isPresent())
                .findFirst();
    }

    private Optional<EmailIdentifiers> byLoop(StoredMail post, BounceVerdict verdict) {
        var domains = domains(post);
        var isLoop = post.authResults().signers().stream().anyMatch(acceptance::isFeedbackLoop);
        return verdict.messageId()
                .filter(id -> isLoop && !domains.isEmpty() && codec.read(id).isPresent())
                .map(id -> EmailIdentifiers.NONE.withMessageId(id).onlyFor(domains));
    }

    /** Returns the domains of the recipients; their addresses may be below the label of return paths. */
    private List<String> domains(StoredMail post) {
        return post.recipients().stream()
                .flatMap(recipient -> EmailAddress.parse(recipient).stream())
                .map(EmailAddress::domain)
                .map(domain -> domain.startsWith(bounceLabel) ? domain.substring(bounceLabel.length()) : domain)
                .distinct()
                .toList();
    }

    /** Returns whether a mail system or a provider wrote the message. */
    static boolean isReport(BounceVerdict.Kind kind) {
        return switch (kind) {
            case HARD, SOFT, BLOCK, DELAYED, DELIVERED, COMPLAINT -> true;
            case AUTO_REPLY, CHALLENGE, NONE -> false;
        };
    }

    /**
     * Returns the reports. A machine-readable report always counts; prose counts unless an author the project has emailed wrote
     * it, and an answer that is automatic by its subject alone is filed, since a person may have written it.
     */
    private static List<DeliveryReport> about(
            EmailIdentifiers identifiers, RawReport raw, BounceVerdict verdict, DeliveryReport.Received received) {
        var report = emailReport(identifiers, raw, verdict);
        if (report.isPresent() && verdict.basis() == Basis.REPORT) {
            return List.of(report.get());
        } else if (report.isEmpty() && verdict.basis() == Basis.REPORT) {
            return List.of();
        }
        return List.of(new DeliveryReport.ReturnedMail(
                identifiers,
                raw.receivedAt(),
                report,
                author(received),
                report.isPresent() ? received.doubted(FROM_RECIPIENT) : received));
    }

    private static Optional<DeliveryReport.EmailReport> emailReport(
            EmailIdentifiers identifiers, RawReport raw, BounceVerdict verdict) {
        var at = raw.receivedAt();
        var evidence = new Evidence(verdict.code(), verdict.status(), verdict.line());
        return switch (verdict.kind()) {
            case HARD, SOFT, BLOCK -> Optional.of(Bounce.of(identifiers, at, verdict));
            case AUTO_REPLY, CHALLENGE ->
                Optional.<DeliveryReport.EmailReport>of(new Bounce(identifiers, at, Cause.AUTO_REPLY, evidence))
                        .filter(ignored -> verdict.basis() == Basis.REPORT);
            case DELAYED -> Optional.of(new DeliveryReport.Delay(identifiers, at, evidence));
            case DELIVERED -> Optional.of(new DeliveryReport.Delivery(identifiers, at));
            case COMPLAINT -> Optional.of(new DeliveryReport.Complaint(identifiers, at, feedback(verdict)));
            case NONE -> Optional.empty();
        };
    }

    private static String feedback(BounceVerdict verdict) {
        return verdict.line().replaceFirst("(?i)^feedback-type: ?", "");
    }

    private static Optional<String> author(DeliveryReport.Received received) {
        return HeaderSection.of(received.message().getBytes())
                .first("From")
                .flatMap(MailReportParser::address)
                .map(EmailAddress::value);
    }

    private static Optional<EmailAddress> address(String from) {
        return AddressField.written(from).stream().findFirst().flatMap(EmailAddress::parse);
    }

    private static DeliveryReport.Received received(RawReport raw, StoredMail post, BounceVerdict verdict) {
        var results = post.authResults();
        var verdicts = new HashMap<>(Map.of(
                "spf", results.spf().name(),
                "dkim", results.dkim().name(),
                "dmarc", results.dmarc().name()));
        if (results.unverified()) {
            verdicts.put(DeliveryReport.Received.AUTHOR, results.dmarc().name());
        }
        return new DeliveryReport.Received(
                raw.receivedAt(),
                post.from(),
                post.recipients(),
                Buffer.buffer(post.message()),
                Optional.empty(),
                verdicts,
                results.signers(),
                Optional.empty(),
                verdict.doubtful() ? Optional.of(ParsedEmail.NO_MAIL_SYSTEM) : Optional.empty());
    }
}
