package io.godwit.bounces;

import io.godwit.bounces.BounceVerdict.Basis;
import io.godwit.bounces.BounceVerdict.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses bounces in plain text: of qmail, Exim, Exchange, the large providers, and other mail systems. */
final class PlainBounce {

    private static final int MAX_LINES = 400;

    private static final Pattern FAILURE = Pattern.compile(
            "undeliver(?:ed|able)|delivery (?:status notification|notification|failure|failed|has failed|problem|report|error|unsuccessful)|mail delivery|returned mail|"
                    + "failure (?:notice|delivery)|failed delivery|returned to sender|non.?d[ei]liver|message could not be|could not be delivered|mail (?:failure|system error|status)|"
                    + "bounced? (?:message|mail)|^\\[bounce]|delivery incomplete|error sending your mail|not delivered|nondeliverable|message frozen|"
                    + "unzustellbar|nicht zugestellt|non remis|\u00e9chec de (?:la )?(?:remise|distribution)|no se pudo entregar|no se puede entregar|mancata consegna|n\u00e3o entregue|"
                    + "onbestelbaar|niet afgeleverd|olevererbart|kunde inte levereras|nie dostarczono|\u043d\u0435 \u0434\u043e\u0441\u0442\u0430\u0432\u043b\u0435\u043d\u043e|\u914d\u4fe1\u3067\u304d|\u914d\u4fe1\u306b\u5931\u6557|\u9000\u4fe1");

    private static final Pattern WARNING = Pattern.compile(
            "warning: (?:message|could not send)|delivery (?:is )?delayed|delayed mail|has not yet been delivered|still being (?:retried|delivered)|"
                    + "will (?:keep|continue) (?:on )?trying|will be retried|do not need to resend|not yet (?:been )?delivered|temporarily delayed|\\bverz\u00f6gert|this is a warning message only|"
                    + "delivery incomplete|delays in delivering|has been delayed|noch nicht zugestellt|no action is required on your part|delay reason|"
                    + "not been able to deliver .{0,40}yet|transient non-fatal errors");

    /**
     * The line before the copy of our email. Sendmail's first line, "The original message was received at", and old Exchange's
     * "MTS-ID of the original message is" are none.
     */
    private static final Pattern COPY = Pattern.compile(
            "-{2,} ?(?:below this line|this is a copy|original (?:message|mail)|returned (?:mail|message)|unsent message|message header|"
                    + "copy of (?:the |your )?(?:original )?message|forwarded message|no message was collected|the header of the original|message text)|"
                    + "^(?:the )?original (?:message|mail)(?: headers?)?(?: follows| as follows|:|$)|original (?:message|mail) (?:headers:|follows)|"
                    + "^received: (?:from|by|\\()|^return-path: ?<|^content-type: ?(?:message/rfc822|text/rfc822-headers)|^message (?:headers?|body) follow|"
                    + "^the attachment contains the original|^your original message|^cabe.{1,4}alhos originais|^oorspronkelijke berichtkoppen|"
                    + "^urspr\u00fcngliche (?:nachricht|mail)|^-+ *urspr\u00fcngliche|^en-t\u00eates du message|^message d'origine|^mensagem original");

    /** Prose that announces a refusal without quoting one: "A message that you sent could not be delivered …". */
    private static final Pattern PREAMBLE = Pattern.compile(
            "(?:could|can|was|were) not (?:be )?(?:delivered|sent) to (?:one or more|all|some|the following|these|this)|this (?:message|report|e-?mail) (?:was|is|has been) (?:created|generated|automatically)|"
                    + "automatically (?:generated|created)|this report relates to|this message is in mime format|i'm (?:sorry|afraid)|unable to deliver (?:your |the |this )?(?:message|mail)|"
                    + "wasn't able to deliver|permanent error|permanent fatal|(?:temporary|non-fatal) errors|had (?:permanent|delivery|transient)|following (?:address|recipient|destination|e-?mail|user|error|reason)|^this is (?:the|an|a) |hi\\. this is|"
                    + "the error that the other server returned|for further assistance|diagnostic information|did not reach|"
                    + "message (?:was|has been) (?:undeliverable|not delivered)|is undeliverable|was not delivered to|reporting-mta|received-from-mta|arrival-date|^subject: |^from: |^to: |^date: |^sent: |"
                    + "transcript of session|while talking to|delivery (?:to|has|of) .{0,60}failed|contact (?:your|the|us)|please (?:contact|check|forward|try|verify|do not)|technical details|"
                    + "if you (?:believe|think|have|would|need|feel)|for more information|tried to deliver your|delivery failure|postmaster will");

    private static final String FAILED_RECIPIENTS = "X-Failed-Recipients";
    private static final Pattern COMMA = Pattern.compile(",");

    /** A line about one recipient: {@code <ada@example.com>:} of qmail, with the alias it stands for in Postfix. */
    private static final Pattern FAILED_LINE =
            Pattern.compile("^<([^<>\\s]{3,255})>(?: \\(expanded from <[^<>]{3,255}>\\))?:");

    /** A line that names the alias of a recipient, as Exim and sendmail write it. */
    private static final Pattern EXPANDED = Pattern.compile("\\((?:expanded|generated) from:? ");

    /** The text of a notification without a subject. */
    private static final Pattern GIVEN_UP = Pattern.compile("i've given up|(?:wasn't|was not) able to deliver");

    /** The ends of sentences, and of what precedes a reason. */
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?]) {1,4}|(?<=[a-z,]) (?=because )");

    /** The line with the subject of our email, in the languages of {@link #FAILURE}. */
    private static final Pattern SUBJECT = Pattern.compile(
            "^\\s{0,20}(?:subject|betreff|objet|asunto|oggetto|assunto|onderwerp|\u00e4mne|temat|\u0442\u0435\u043c\u0430|\u4ef6\u540d|\u4e3b\u9898)\\s{0,4}[:\uff1a]",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    /** A folded line of the subject: indented, and not the next field of the quoted header. */
    private static final Pattern CONTINUATION = Pattern.compile("^\\s{1,40}(?!\\S{1,20}:\\s)\\S");

    private PlainBounce() {}

    /** Reads a message of a mail system; {@code fromDaemon} tells whether its author's address is one of mail systems. */
    static Optional<BounceVerdict> read(BounceMessage message, boolean fromDaemon) {
        var subject = message.head().first("Subject").orElse("");
        if (!fromDaemon && !isAnnounced(subject, message)) {
            return Optional.empty();
        }
        if (isWarning(subject, message)) {
            return Optional.of(decidingLine(message)
                    .map(PlainBounce::verdict)
                    .orElseGet(() -> unexplained(subject))
                    .as(Kind.DELAYED)
                    .about(recipient(message), failedRecipients(message)));
        }
        return decidingLine(message)
                .map(PlainBounce::verdict)
                .or(() -> isFailure(subject) || (fromDaemon && subject.isBlank() && isGivenUp(message))
                        ? Optional.of(unexplained(subject))
                        : Optional.empty())
                .map(verdict -> verdict.about(recipient(message), failedRecipients(message)));
    }

    /**
     * Returns the verdict on a failure of which only the subject tells. Mail systems repeat the subject of our email there, so
     * its words and numbers are no evidence: "Undeliverable: Release 5.1.1".
     */
    private static BounceVerdict unexplained(String subject) {
        return BounceVerdict.refused(
                Basis.PROSE, RefusalClassifier.classify(Optional.empty(), Optional.empty(), ""), subject);
    }

    private static BounceVerdict verdict(String line) {
        var status = StatusCodes.enhancedRefusal(line);
        var code = StatusCodes.reply(line);
        return BounceVerdict.refused(Basis.PROSE, RefusalClassifier.classify(status, code, line), line);
    }

    /** Detects a message with the subject of a bounce that no mail system sent: a person may write about a delivery. */
    static Optional<BounceVerdict> resembling(BounceMessage message) {
        return message.head().first("Subject").filter(PlainBounce::isFailure).map(subject -> BounceVerdict.of(
                        Kind.NONE, subject)
                .asDoubtful());
    }

    private static boolean isFailure(String subject) {
        return FAILURE.matcher(subject.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns whether the subject or the text before the copy of our email speaks of mail that was not delivered. */
    private static boolean isAnnounced(String subject, BounceMessage message) {
        return isFailure(subject) || isWarning(subject, message) || isFailure(String.join(" ", beforeCopy(message)));
    }

    private static boolean isGivenUp(BounceMessage message) {
        return GIVEN_UP.matcher(String.join(" ", beforeCopy(message)).toLowerCase(Locale.ROOT))
                .find();
    }

    private static boolean isWarning(String subject, BounceMessage message) {
        var reported = (announcement(subject) + "\n" + String.join("\n", beforeCopy(message))).toLowerCase(Locale.ROOT);
        return WARNING.matcher(reported).find();
    }

    /** Returns the subject without what follows a failure and a colon: that is the subject of our email. */
    private static String announcement(String subject) {
        var failure = FAILURE.matcher(subject.toLowerCase(Locale.ROOT));
        var colon = failure.find() ? subject.indexOf(':', failure.end()) : -1;
        return colon < 0 ? subject : subject.substring(0, colon);
    }

    /**
     * Returns the line with a code and known words; else one with a code, together with a separate one with words; else one
     * with known words, which may extend over a paragraph.
     */
    static Optional<String> decidingLine(BounceMessage message) {
        var lines = sentences(joined(beforeCopy(message)));
        var coded = best(message, lines, PlainBounce::isCoded);
        if (coded.filter(line -> RefusalClassifier.score(line) > 0).isPresent()) {
            return coded;
        }
        var reported = best(message, lines, line -> !isCoded(line))
                .or(() -> best(message, sentences(paragraphs(beforeCopy(message))), ignored -> true));
        return coded.map(line -> reported.filter(more -> RefusalClassifier.score(more) > 1)
                        .map(more -> line + " " + more)
                        .orElse(line))
                .or(() -> reported);
    }

    /** Returns the first line of a report that quotes a reply with its code. */
    static Optional<String> codedLine(BounceMessage message) {
        return best(message, joined(beforeCopy(message)), PlainBounce::isCoded);
    }

    private static Optional<String> best(BounceMessage message, List<String> lines, Predicate<String> matches) {
        var best = Optional.<String>empty();
        var max = 0;
        for (var line : lines) {
            message.deadline().check();
            var score = matches.test(line) ? score(line) : 0;
            if (score > max) {
                max = score;
                best = Optional.of(line);
            }
        }
        return best;
    }

    private static boolean isCoded(String line) {
        return StatusCodes.enhancedRefusal(line).isPresent()
                || StatusCodes.reply(line).isPresent();
    }

    private static int score(String line) {
        return isPreamble(line) ? 0 : (isCoded(line) ? 3 : 0) + RefusalClassifier.score(line);
    }

    /** Replaces each line that announces a refusal by its sentences: one of them may tell the reason. */
    private static List<String> sentences(List<String> lines) {
        return lines.stream()
                .flatMap(line -> isPreamble(line) ? SENTENCE_END.splitAsStream(line) : Stream.of(line))
                .toList();
    }

    private static boolean isPreamble(String line) {
        return !isCoded(line) && PREAMBLE.matcher(line.toLowerCase(Locale.ROOT)).find();
    }

    private static List<String> paragraphs(List<String> lines) {
        return Arrays.stream(String.join("\n", lines).split("\n{2,}", -1))
                .map(paragraph -> paragraph.replace('\n', ' '))
                .toList();
    }

    /** Joins the lines of one reply: those up to the next empty line, or with the same code. */
    private static List<String> joined(List<String> lines) {
        var joined = new ArrayList<String>();
        var open = false;
        for (var line : lines) {
            var starts = StatusCodes.reply(line).isPresent()
                    || StatusCodes.enhancedRefusal(line).isPresent();
            if (open && !line.isEmpty() && !joined.isEmpty()) {
                var last = joined.size() - 1;
                joined.set(last, joined.get(last) + " " + line);
            } else {
                joined.add(line);
            }
            open = !line.isEmpty()
                    && (open || starts)
                    && joined.get(joined.size() - 1).length() < BounceVerdict.MAX_LINE_LENGTH;
        }
        return joined;
    }

    /** Returns the lines before the copy of our email, without its subject, which is our text and no evidence. */
    private static List<String> beforeCopy(BounceMessage message) {
        var lines = new ArrayList<String>();
        var subject = false;
        for (var line : message.words().split("\r?\n", MAX_LINES)) {
            message.deadline().check();
            var text = line.length() > 2_000 ? line.substring(0, 2_000) : line;
            if (COPY.matcher(text.strip().toLowerCase(Locale.ROOT)).find()) {
                return lines;
            }
            subject = SUBJECT.matcher(text).find()
                    || (subject && CONTINUATION.matcher(text).find());
            lines.add(subject ? "" : text.strip());
        }
        return lines;
    }

    /**
     * Returns the unreachable recipients: those of Exim's field, and those at the start of a line as qmail and Postfix have them.
     * Any other address in the text may be that of a helpdesk.
     */
    private static FailedRecipients failedRecipients(BounceMessage message) {
        var lines = beforeCopy(message);
        var named = FailedRecipients.all(Stream.concat(
                message.head().all(FAILED_RECIPIENTS).stream().flatMap(COMMA::splitAsStream),
                lines.stream()
                        .flatMap(line -> FAILED_LINE.matcher(line).results().map(found -> found.group(1)))));
        return named.withOrigins(lines.stream().flatMap(PlainBounce::origin));
    }

    private static Stream<String> origin(String line) {
        return EXPANDED.matcher(line).results().map(found -> line.substring(found.end()));
    }

    private static Optional<String> recipient(BounceMessage message) {
        var head = message.head();
        return head.first(FAILED_RECIPIENTS).flatMap(AddressExtractor::first).or(() -> beforeCopy(message).stream()
                .flatMap(line -> AddressExtractor.first(line).stream())
                .filter(address -> !head.lower("To").contains(address.toLowerCase(Locale.ROOT)))
                .findFirst());
    }
}
