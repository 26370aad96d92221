package io.godwit.bounces;

import io.godwit.bounces.BounceVerdict.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Detects answers of programs: absence notes and receipts (RFC 3834), and challenges. */
final class AutoReplyDetector {

    private static final Pattern CHALLENGE = Pattern.compile(
            "tmda|boxtrapper|spam ?arrest|challenge.?response|(?:please )?(?:confirm|verify|prove) (?:that )?you(?:'re| are) (?:a )?(?:human|person|real)|"
                    + "your (?:e-?mail|message) (?:is waiting|requires verification|is awaiting)|sender verification|verify#|"
                    + "click (?:on )?(?:the|this) link (?:below )?to (?:verify|confirm|release) (?:yourself|your (?:message|e-?mail))|"
                    + "message (?:is )?(?:being )?held (?:until|pending) (?:you|your|confirmation)|one-time (?:verification|confirmation)");

    private static final Pattern ABSENCE = Pattern.compile(
            "^(?:re: ?)?(?:\\[?auto(?:matic|mated|matisch)? ?-?(?:reply|response|reponse|responder)|out of (?:the )?office|ooo\\b|away (?:from|until)|"
                    + "(?:vacation|on (?:holiday|vacation|leave))(?: (?:until|from|through|till|reply|response|message|notice|auto)\\b|[:,;.!]|$)|abwesen|automatische antwort|autoreply|auto:|r\u00e9ponse automatique|absence du bureau|absent(?: (?:du|from|until|till|jusqu)|[:,;.!]|$)|"
                    + "respuesta autom|fuera de la oficina|risposta automatica|fuori ufficio(?: (?:dal|fino|sino)\\b|[:,;.!]|$)|resposta autom|afwezig|automatisch antwoord|"
                    + "autosvar|fr\u00e5nvaro|poissaolo|odpowied\u017a automatyczna|\u81ea\u52a8\u56de\u590d|\u81ea\u52d5\u5fdc\u7b54)");

    /** Header fields of programs older than RFC 3834. */
    private static final List<String> AUTO_REPLY_HEADERS = List.of(
            "X-Autoreply",
            "X-Autorespond",
            "X-AutoReply-From",
            "X-Mail-Autoreply",
            "X-Autoresponder",
            "Auto-Reply",
            "X-FC-MachineGenerated");

    private AutoReplyDetector() {}

    /**
     * Detects a challenge, by its text; many claim to be automatic answers, too. The verdict is that of a report when header fields
     * of a program stand beside the text: the words alone may be a person's.
     */
    static Optional<BounceVerdict> challenge(BounceMessage message) {
        var subject = message.head().first("Subject").orElse("");
        return (subject + "\n" + message.words())
                .lines()
                .limit(60)
                .map(line -> line.length() > 1_000 ? line.substring(0, 1_000) : line)
                .filter(line -> CHALLENGE.matcher(line.toLowerCase(Locale.ROOT)).find())
                .findFirst()
                .flatMap(line -> challenge(message.head(), subject, line.strip()));
    }

    private static Optional<BounceVerdict> challenge(HeaderFields head, String subject, String line) {
        if (head.has("X-TMDA-Fingerprint") || isAutomatedSender(head)) {
            return Optional.of(BounceVerdict.reported(Kind.CHALLENGE, line));
        }
        return isUnasked(subject) ? Optional.of(BounceVerdict.of(Kind.CHALLENGE, line)) : Optional.empty();
    }

    private static boolean isUnasked(String subject) {
        return CHALLENGE.matcher(subject.toLowerCase(Locale.ROOT)).find();
    }

    private static boolean isAutomatedSender(HeaderFields head) {
        return automatic(head).or(() -> marked(head)).isPresent()
                || head.lower("Return-Path").equals("<>");
    }

    /**
     * Detects an automatic answer by header fields alone: text in a body proves nothing. The verdict is that of a report when a
     * program's field says so, and prose when only the subject does, which a person may have written.
     */
    static Optional<BounceVerdict> read(HeaderFields head) {
        return automatic(head)
                .or(() -> marked(head))
                .map(line -> BounceVerdict.reported(Kind.AUTO_REPLY, line))
                .or(() -> head.first("Subject")
                        .filter(subject -> ABSENCE.matcher(subject.strip().toLowerCase(Locale.ROOT))
                                .find())
                        .map(subject -> BounceVerdict.of(Kind.AUTO_REPLY, "Subject: " + subject)));
    }

    /** Returns the field Auto-Submitted (RFC 3834 §5), unless it is {@code no}. */
    private static Optional<String> automatic(HeaderFields head) {
        return head.first("Auto-Submitted")
                .filter(value -> !value.toLowerCase(Locale.ROOT).startsWith("no"))
                .map(value -> "Auto-Submitted: " + value);
    }

    private static Optional<String> marked(HeaderFields head) {
        return AUTO_REPLY_HEADERS.stream()
                .filter(head::has)
                .map(name -> name + ": " + head.first(name).orElse(""))
                .findFirst()
                .or(() -> head.first("Precedence")
                        .filter(value -> value.toLowerCase(Locale.ROOT).matches("auto_reply|auto-reply"))
                        .map(value -> "Precedence: " + value))
                .or(() -> head.first("X-Auto-Response-Suppress")
                        .filter(value ->
                                isAnswer(head) && value.toLowerCase(Locale.ROOT).contains("all"))
                        .map(value -> "X-Auto-Response-Suppress: " + value));
    }

    private static boolean isAnswer(HeaderFields head) {
        return head.has("In-Reply-To") || head.has("References");
    }
}
