package io.godwit.bounces;

import io.godwit.bounces.Verdict.Basis;
import io.godwit.bounces.Verdict.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Bounces in plain words: qmail, Exim, Exchange, the large providers, and whoever else writes prose. */
final class PlainBounce {

    private static final int MOST_LINES = 400;

    private static final Pattern FAILURE = Pattern.compile(
            "undeliver(?:ed|able)|delivery (?:status notification|failure|failed|has failed|problem|report)|mail delivery|returned mail|"
                    + "failure notice|returned to sender|non.?d[ei]liver|message could not be|could not be delivered|mail failure|"
                    + "unzustellbar|nicht zugestellt|non remis|no se pudo entregar|mancata consegna|n\u00e3o entregue");

    private static final Pattern WARNING = Pattern.compile(
            "warning: (?:message|could not send)|delivery (?:is )?delayed|delayed mail|has not (?:yet )?been delivered|still being (?:retried|delivered)|"
                    + "will (?:keep|continue) (?:on )?trying|will be retried|do not need to resend|not yet delivered|temporarily delayed|\\bverz\u00f6gert");

    /** Where our own mail begins again. */
    private static final Pattern COPY = Pattern.compile(
            "-{2,} ?(?:below this line|this is a copy|original (?:message|mail)|returned (?:mail|message)|unsent message|message header|"
                    + "copy of (?:the )?message|forwarded message)|original message (?:headers|follows)|^received: (?:from|by)|"
                    + "^return-path:|the (?:original )?message (?:headers )?(?:was|is|follows|headers)|-- the header of the original");

    /** Prose that names a refusal without giving one: "A message that you sent could not be delivered …". */
    private static final Pattern PREAMBLE = Pattern.compile(
            "could not be delivered to (?:one or more|all|some)|this (?:message|report) (?:was|is) (?:created|generated)|i'm (?:sorry|afraid)|"
                    + "wasn't able to deliver|permanent error|permanent fatal errors|following (?:address|recipient)|this is (?:the|an) |hi\\. this is|"
                    + "the error that the other server returned|for further assistance|diagnostic information|did not reach");

    private PlainBounce() {}

    static Optional<Verdict> read(Anatomy mail) {
        var words = mail.words();
        var subject = mail.head().first("Subject").orElse("");
        if (isWarning(subject, words)) {
            return Optional.of(verdict(decidingLine(words).orElse(subject))
                    .as(Kind.DELAYED)
                    .about(recipient(mail.head(), words)));
        }
        return decidingLine(words)
                .or(() -> isFailure(subject) ? Optional.of(subject) : Optional.empty())
                .map(line -> verdict(line).about(recipient(mail.head(), words)));
    }

    private static Verdict verdict(String line) {
        var status = Codes.enhanced(line);
        var code = Codes.reply(line);
        return Verdict.refused(Basis.PROSE, RefusalClassifier.classify(status, code, line), line);
    }

    /** A mail with the subject of a bounce that no mail system sent: a person may write about a delivery. */
    static Optional<Verdict> resembling(Anatomy mail) {
        return mail.head().first("Subject").filter(PlainBounce::isFailure).map(subject -> Verdict.told(
                        Kind.NONE, subject)
                .doubted());
    }

    private static boolean isFailure(String subject) {
        return FAILURE.matcher(subject.toLowerCase(Locale.ROOT)).find();
    }

    private static boolean isWarning(String subject, String words) {
        var told = (subject + "\n" + String.join("\n", beforeCopy(words))).toLowerCase(Locale.ROOT);
        return WARNING.matcher(told).find();
    }

    /** The line with a code and known words; else one with a code; else one with known words. */
    static Optional<String> decidingLine(String words) {
        var best = Optional.<String>empty();
        var most = 0;
        for (var line : joined(beforeCopy(words))) {
            var weight = weight(line);
            if (weight > most) {
                most = weight;
                best = Optional.of(line);
            }
        }
        return best;
    }

    private static int weight(String line) {
        var coded = Codes.enhanced(line).isPresent() || Codes.reply(line).isPresent();
        var told = RefusalClassifier.isTelling(line);
        if (!coded && PREAMBLE.matcher(line.toLowerCase(Locale.ROOT)).find()) {
            return 0;
        }
        return (coded ? 2 : 0) + (told ? 1 : 0);
    }

    /** A reply that runs over several lines is one: those after it up to the next empty line, or with the same code. */
    private static List<String> joined(List<String> lines) {
        var joined = new ArrayList<String>();
        var open = false;
        for (var line : lines) {
            var starts = Codes.reply(line).isPresent() || Codes.enhanced(line).isPresent();
            if (open && !line.isEmpty() && !joined.isEmpty()) {
                var last = joined.size() - 1;
                joined.set(last, joined.get(last) + " " + line);
            } else {
                joined.add(line);
            }
            open = !line.isEmpty()
                    && (open || starts)
                    && joined.get(joined.size() - 1).length() < Verdict.LONGEST_LINE;
        }
        return joined;
    }

    private static List<String> beforeCopy(String words) {
        var lines = new ArrayList<String>();
        for (var line : words.split("\r?\n", MOST_LINES)) {
            var text = line.length() > 2_000 ? line.substring(0, 2_000) : line;
            if (COPY.matcher(text.strip().toLowerCase(Locale.ROOT)).find()) {
                return lines;
            }
            lines.add(text.strip());
        }
        return lines;
    }

    private static Optional<String> recipient(Fields head, String words) {
        return head.first("X-Failed-Recipients").flatMap(Addresses::first).or(() -> beforeCopy(words).stream()
                .flatMap(line -> Addresses.first(line).stream())
                .findFirst());
    }
}
