package io.godwit.sending.suppression;

import io.godwit.bounces.RefusalClass;
import io.godwit.bounces.RefusalClass.Party;
import io.godwit.bounces.RefusalClassifier;
import io.godwit.contacts.csv.AddressColumns;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.sending.suppression.Suppression.Entry;
import io.godwit.sending.suppression.Suppression.Reason;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.web.lists.CsvLines;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the rows of a suppression file: of our own export, of SendGrid's (bounces, blocks and invalid addresses as
 * {@code status, reason, email, created}, spam reports as {@code email, ip, created}, unsubscribes as {@code email, created}),
 * of Postmark's ({@code EmailAddress, SuppressionReason, Origin, CreatedAt}), of SparkPost's ({@code recipient, type, source, …}),
 * and of HubSpot's ({@code Email, Portal Bounce, Portal Unsubscribe, …}). A row that says its contact is subscribed is refused:
 * the file is a list of contacts, whose emails would all be held back.
 */
final class SuppressionRowReader {

    static final int MAX_EVIDENCE_LENGTH = 1_000;

    private static final Map<String, Reason> REASONS = Map.ofEntries(
            Map.entry("bounce", Reason.BOUNCE),
            Map.entry("bounced", Reason.BOUNCE),
            Map.entry("hardbounce", Reason.BOUNCE),
            Map.entry("hardbounced", Reason.BOUNCE),
            Map.entry("hardbounces", Reason.BOUNCE),
            Map.entry("bouncerule", Reason.BOUNCE),
            Map.entry("invalid", Reason.BOUNCE),
            Map.entry("invalidemail", Reason.BOUNCE),
            Map.entry("cleaned", Reason.BOUNCE),
            Map.entry("complaint", Reason.COMPLAINT),
            Map.entry("complained", Reason.COMPLAINT),
            Map.entry("spamcomplaint", Reason.COMPLAINT),
            Map.entry("spamreport", Reason.COMPLAINT),
            Map.entry("spamreports", Reason.COMPLAINT),
            Map.entry("spam", Reason.COMPLAINT),
            Map.entry("abuse", Reason.COMPLAINT),
            Map.entry("compliance", Reason.COMPLAINT),
            Map.entry("manual", Reason.MANUAL),
            Map.entry("manualsuppression", Reason.MANUAL),
            Map.entry("manuallyadded", Reason.MANUAL),
            Map.entry("usersuppressed", Reason.MANUAL),
            Map.entry("custom", Reason.MANUAL),
            Map.entry("unsub", Reason.MANUAL),
            Map.entry("unsubscribe", Reason.MANUAL),
            Map.entry("listunsubscribe", Reason.MANUAL),
            Map.entry("unsubscribelink", Reason.MANUAL),
            Map.entry("unsubscribed", Reason.MANUAL),
            Map.entry("globalunsubscribe", Reason.MANUAL),
            Map.entry("blocklisted", Reason.MANUAL),
            Map.entry("blocked", Reason.MANUAL));

    /** The columns of SendGrid's lists. */
    private static final Set<String> OF_SENDGRID = Set.of("status", "reason", "email", "created", "ip");

    /** The columns of HubSpot's list with a true where it is so, and the reason; the first that holds counts. */
    private static final List<Map.Entry<String, Reason>> OF_HUBSPOT = List.of(
            Map.entry("portalspamreport", Reason.COMPLAINT),
            Map.entry("portalbounce", Reason.BOUNCE),
            Map.entry("globalbounce", Reason.BOUNCE),
            Map.entry("portalunsubscribe", Reason.MANUAL));

    private static final Set<String> NO = Set.of("", "false", "no", "0");

    /** The words of a list of contacts for one who is subscribed. */
    private static final Set<String> SUBSCRIBED =
            Set.of("true", "yes", "1", "active", "subscribed", "enabled", "confirmed", "optedin");

    /** Classes of refusals that pass, whatever code the server gives. */
    private static final Set<RefusalClass> TEMPORARY = Set.of(RefusalClass.FULL, RefusalClass.GREYLISTED);

    /** An enhanced status code of a failure (RFC 3463 §2). */
    private static final Pattern ENHANCED = Pattern.compile("[45]\\.\\d{1,3}\\.\\d{1,3}\\b");

    private final List<String> names;
    private final int email;
    private final int reason;
    private final int evidence;
    private final int status;
    private final boolean sendGrid;
    private final boolean spamReports;

    private SuppressionRowReader(List<String> header) {
        this.names = header.stream().map(AddressColumns::plain).toList();
        this.email = AddressColumns.find(header);
        this.reason = names.contains("recipient") && names.contains("source")
                ? names.indexOf("source")
                : first(names, "reason", "suppressionreason", "type");
        this.evidence = first(names, "evidence", "description", "details");
        this.status = names.indexOf("status");
        this.sendGrid = names.contains("created") && OF_SENDGRID.containsAll(names);
        this.spamReports = sendGrid && names.contains("ip");
    }

    private static int first(List<String> names, String... wanted) {
        return List.of(wanted).stream()
                .mapToInt(names::indexOf)
                .filter(at -> at >= 0)
                .findFirst()
                .orElse(-1);
    }

    /** Creates a reader; throws a {@link Failure} for a header without a column of addresses. */
    static SuppressionRowReader of(List<String> header) {
        var rows = new SuppressionRowReader(header);
        if (rows.email < 0) {
            throw Failure.of(Kind.BAD_REQUEST, "The file has no column named email");
        }
        return rows;
    }

    /** Reads one row; throws a {@link Failure} that says what is wrong with it. */
    Entry entry(List<String> row) {
        var written = cell(row, email).orElse("");
        var address = EmailAddress.parse(written)
                .orElseThrow(() -> Failure.of(Kind.BAD_REQUEST, EmailAddress.mistake(written)));
        if (sendGrid) {
            return ofSendGrid(address, row);
        } else if (names.contains("portalunsubscribe")) {
            return ofHubSpot(address, row);
        }
        refuseSubscriber(row);
        return new Entry(address, reason(row), checked(cell(row, evidence)));
    }

    private void refuseSubscriber(List<String> row) {
        var says = cell(row, names.indexOf("subscribed")).or(() -> cell(row, status));
        if (reason < 0
                && says.map(AddressColumns::plain).filter(SUBSCRIBED::contains).isPresent()) {
            throw Failure.of(
                    Kind.BAD_REQUEST,
                    "The file says that this contact is subscribed; import it as contacts, or leave that column out");
        }
    }

    /** Reads a row of HubSpot, which also lists contacts who refuse one kind of email and not all. */
    private Entry ofHubSpot(EmailAddress address, List<String> row) {
        return OF_HUBSPOT.stream()
                .filter(column -> !NO.contains(AddressColumns.plain(
                        cell(row, names.indexOf(column.getKey())).orElse(""))))
                .findFirst()
                .map(column -> new Entry(address, column.getValue(), Optional.empty()))
                .orElseThrow(() -> Failure.of(
                        Kind.BAD_REQUEST,
                        "The contact refuses some kinds of email and not all; HubSpot goes on mailing it as well"));
    }

    /**
     * Reads a row of SendGrid: the column {@code reason} holds the reply of the server; the other columns tell which list the
     * file is.
     */
    private Entry ofSendGrid(EmailAddress address, List<String> row) {
        if (reason < 0) {
            return new Entry(address, spamReports ? Reason.COMPLAINT : Reason.MANUAL, Optional.empty());
        }
        var diagnosis = cell(row, reason);
        var code = cell(row, status)
                .filter(text -> diagnosis.filter(reply -> reply.contains(text)).isEmpty());
        var evidence =
                code.map(text -> (text + " " + diagnosis.orElse("")).strip()).or(() -> diagnosis);
        reply(cell(row, status), diagnosis.orElse("")).ifPresent(SuppressionRowReader::checkIsAboutAddress);
        return new Entry(address, Reason.BOUNCE, evidence.map(SuppressionRowReader::truncate));
    }

    /** Returns the reply of the server; without a basic code the enhanced one tells its class, and without both it is empty. */
    private static Optional<SmtpReply> reply(Optional<String> status, String diagnosis) {
        var parsed = SmtpReply.parse(diagnosis);
        var enhanced = parsed.flatMap(SmtpReply::enhanced).or(() -> Stream.of(status.orElse(""), diagnosis)
                .map(ENHANCED::matcher)
                .filter(Matcher::lookingAt)
                .map(Matcher::group)
                .findFirst());
        return parsed.map(reply -> new SmtpReply(reply.code(), enhanced, reply.lines()))
                .or(() -> enhanced.map(code -> new SmtpReply(code.startsWith("4") ? 450 : 550, enhanced, diagnosis)));
    }

    /**
     * Throws a {@link Failure} for a reply that says nothing about the address for good: the list of blocks has the columns of the
     * list of bounces, and SendGrid suppresses nobody for being on it.
     */
    private static void checkIsAboutAddress(SmtpReply reply) {
        var refusal = RefusalClassifier.classify(reply, SmtpStage.RCPT);
        var party = refusal.fault();
        if (party == Party.SENDER || party == Party.RELAY || party == Party.CONTENT) {
            throw Failure.of(
                    Kind.BAD_REQUEST,
                    "The mail server refused the sender or the message and not the address; SendGrid goes on mailing it as well");
        }
        var temporary = reply.code() < 500
                || reply.enhanced().filter(code -> code.startsWith("4")).isPresent();
        if (temporary || TEMPORARY.contains(refusal.kind())) {
            throw Failure.of(
                    Kind.BAD_REQUEST,
                    "The mail server refused the address for a while and not for good; SendGrid goes on mailing it as well");
        }
    }

    private Reason reason(List<String> row) {
        var text = cell(row, reason);
        return text.map(AddressColumns::plain)
                .map(word -> Optional.ofNullable(REASONS.get(word))
                        .orElseThrow(() ->
                                Failure.of(Kind.BAD_REQUEST, "Expected BOUNCE, COMPLAINT or MANUAL as the reason")))
                .orElse(Reason.MANUAL);
    }

    private static Optional<String> checked(Optional<String> evidence) {
        if (evidence.filter(text -> text.length() > MAX_EVIDENCE_LENGTH || text.indexOf('\0') >= 0)
                .isPresent()) {
            throw Failure.of(
                    Kind.BAD_REQUEST, "The evidence may have at most " + MAX_EVIDENCE_LENGTH + " characters of text");
        }
        return evidence;
    }

    private static String truncate(String text) {
        var line = text.replaceAll("\\p{Cntrl}+", " ");
        return line.substring(0, Math.min(MAX_EVIDENCE_LENGTH, line.length()));
    }

    private static Optional<String> cell(List<String> row, int at) {
        return at < 0 || at >= row.size()
                ? Optional.empty()
                : Optional.of(CsvLines.original(row.get(at).strip())).filter(text -> !text.isEmpty());
    }
}
