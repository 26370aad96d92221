package io.godwit.bounces;

import io.godwit.bounces.Verdict.Kind;
import java.util.Optional;
import java.util.Set;

/** Weighs codes and words of one refusal. */
final class Judgement {

    /** Bad destination mailbox, system, syntax, moved without a new address, null MX (RFC 3463 §3.2, RFC 7505 §4.2). */
    private static final Set<String> DEAD = Set.of("5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10");

    /** About the sender's address or about this mail (RFC 3463 §3.2, §3.3, §3.4, §3.7). */
    private static final Set<String> ABOUT_THE_MAIL = Set.of("5.1.7", "5.1.8", "5.1.9", "5.2.3", "5.3.4");

    /** Mailbox unavailable, not local, or its name not allowed (RFC 5321 §4.2.3). */
    private static final Set<Integer> DEAD_BY_CODE = Set.of(550, 551, 553);

    private Judgement() {}

    static Kind of(Optional<String> status, Optional<Integer> code, String words) {
        if (isPassing(status, code)) {
            return Wordings.isRefusal(words) ? Kind.BLOCK : Kind.SOFT;
        } else if (Wordings.isFull(words)) {
            return Kind.SOFT;
        } else if (status.isPresent()) {
            return byStatus(status.get(), code, words);
        }
        return Wordings.kind(words).orElseGet(() -> byCode(code));
    }

    private static boolean isPassing(Optional<String> status, Optional<Integer> code) {
        return status.map(text -> text.startsWith("4."))
                .orElseGet(() -> code.filter(number -> number < 500).isPresent());
    }

    /** Codes about routing, the mail system and policy (5.4, 5.3, 5.7) never make an address dead, whatever the words. */
    private static Kind byStatus(String status, Optional<Integer> code, String words) {
        if (DEAD.contains(status)) {
            return Wordings.isRefusal(words) ? Kind.BLOCK : Kind.HARD;
        } else if (status.startsWith("5.7.") || status.startsWith("5.6.") || ABOUT_THE_MAIL.contains(status)) {
            return Kind.BLOCK;
        } else if (status.startsWith("5.4.") || status.startsWith("5.3.")) {
            return Wordings.isRefusal(words) ? Kind.BLOCK : Kind.SOFT;
        } else if (status.startsWith("5.2.")) {
            return Wordings.kind(words).orElse(Kind.SOFT);
        }
        return Wordings.kind(words).orElseGet(() -> byCode(code));
    }

    private static Kind byCode(Optional<Integer> code) {
        return code.map(number -> DEAD_BY_CODE.contains(number) ? Kind.HARD : number == 554 ? Kind.BLOCK : Kind.SOFT)
                .orElse(Kind.SOFT);
    }
}
