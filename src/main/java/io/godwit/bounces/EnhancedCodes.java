package io.godwit.bounces;

import io.godwit.bounces.ClassifiedRefusal.Weight;
import java.util.Map;
import java.util.Optional;

/** Maps enhanced status codes to their registered meaning (RFC 3463, RFC 5248 and the registry of that RFC). */
final class EnhancedCodes {

    /** Meanings by subject and detail; missing codes say nothing by themselves. */
    private static final Map<String, RefusalClass> MEANING = Map.ofEntries(
            Map.entry("1.1", RefusalClass.DEAD),
            Map.entry("1.2", RefusalClass.DEAD),
            Map.entry("1.3", RefusalClass.DEAD),
            Map.entry("1.4", RefusalClass.DEAD),
            Map.entry("1.6", RefusalClass.DEAD),
            Map.entry("1.7", RefusalClass.POLICY),
            Map.entry("1.8", RefusalClass.POLICY),
            Map.entry("1.9", RefusalClass.POLICY),
            Map.entry("1.10", RefusalClass.DEAD),
            Map.entry("2.1", RefusalClass.CLOSED),
            Map.entry("2.2", RefusalClass.FULL),
            Map.entry("2.3", RefusalClass.SIZE),
            Map.entry("2.4", RefusalClass.POLICY),
            Map.entry("3.0", RefusalClass.SYSTEM),
            Map.entry("3.1", RefusalClass.SYSTEM),
            Map.entry("3.2", RefusalClass.SYSTEM),
            Map.entry("3.3", RefusalClass.SESSION),
            Map.entry("3.4", RefusalClass.SIZE),
            Map.entry("3.5", RefusalClass.SYSTEM),
            Map.entry("4.0", RefusalClass.ROUTING),
            Map.entry("4.1", RefusalClass.ROUTING),
            Map.entry("4.2", RefusalClass.ROUTING),
            Map.entry("4.3", RefusalClass.ROUTING),
            Map.entry("4.4", RefusalClass.ROUTING),
            Map.entry("4.5", RefusalClass.SYSTEM),
            Map.entry("4.6", RefusalClass.ROUTING),
            Map.entry("4.7", RefusalClass.ROUTING),
            Map.entry("5.0", RefusalClass.SESSION),
            Map.entry("5.1", RefusalClass.SESSION),
            Map.entry("5.2", RefusalClass.SESSION),
            Map.entry("5.3", RefusalClass.RATE_LIMITED),
            Map.entry("5.4", RefusalClass.SESSION),
            Map.entry("5.5", RefusalClass.SESSION),
            Map.entry("5.6", RefusalClass.SESSION),
            Map.entry("6.7", RefusalClass.DEAD),
            Map.entry("7.8", RefusalClass.SESSION),
            Map.entry("7.9", RefusalClass.SESSION),
            Map.entry("7.11", RefusalClass.SESSION),
            Map.entry("7.12", RefusalClass.SESSION),
            Map.entry("7.13", RefusalClass.SESSION),
            Map.entry("7.14", RefusalClass.SESSION),
            Map.entry("7.17", RefusalClass.DEAD),
            Map.entry("7.18", RefusalClass.DEAD),
            Map.entry("7.19", RefusalClass.DEAD),
            Map.entry("7.28", RefusalClass.RATE_LIMITED));

    private EnhancedCodes() {}

    /** Returns the meaning; empty for codes that only say that delivery failed. */
    static Optional<RefusalClass> meaning(String enhanced) {
        var detail = enhanced.substring(2);
        var registered = Optional.ofNullable(MEANING.get(detail))
                .or(() -> detail.startsWith("6.") ? Optional.of(RefusalClass.CONTENT) : Optional.empty())
                .or(() -> detail.startsWith("7.") ? Optional.of(RefusalClass.POLICY) : Optional.empty());
        return enhanced.startsWith("4.") ? registered.map(kind -> passing(kind, detail)) : registered;
    }

    /** Returns the meaning of the same number in class 4: a mailbox that may be there later is not dead. */
    private static RefusalClass passing(RefusalClass kind, String detail) {
        return switch (kind) {
            case DEAD -> RefusalClass.GREYLISTED;
            case CLOSED -> RefusalClass.FULL;
            case POLICY -> detail.equals("7.0") || detail.equals("7.1") ? RefusalClass.RATE_LIMITED : kind;
            default -> kind;
        };
    }

    /**
     * Returns whether the code proves that the address is dead. Ambiguous addresses (RFC 3463 §3.2), and those that need
     * SMTPUTF8 (RFC 6531 §3.7.4.2), may well exist.
     */
    static boolean provesDeath(String enhanced) {
        return enhanced.startsWith("5.")
                && meaning(enhanced).filter(RefusalClass.DEAD::equals).isPresent()
                && !enhanced.equals("5.1.4")
                && !enhanced.equals("5.6.7");
    }

    /** Returns the worth of a code with this meaning; {@code text} stands beside it. */
    static Weight weight(String enhanced, RefusalClass meaning, String text) {
        return switch (meaning) {
            case DEAD -> provesDeath(enhanced) ? Weight.of(RefusalRules.evidence(meaning)) : Weight.NONE;
            case FULL -> isFullMailbox(enhanced) ? FullMailbox.weight(Optional.of(enhanced), text) : Weight.NONE;
            default -> Weight.of(RefusalRules.evidence(meaning));
        };
    }

    /** Returns whether the code calls the recipient's mailbox full (RFC 3463 §3.3). */
    static boolean isFullMailbox(String enhanced) {
        return enhanced.endsWith(".2.2");
    }

    /** Returns whether the code may be about an address or a mailbox; those of other subjects contradict words about a mailbox. */
    static boolean isOfMailbox(String enhanced) {
        return enhanced.startsWith("0.", 2) || enhanced.startsWith("1.", 2) || enhanced.startsWith("2.", 2);
    }

    /**
     * Returns whether mail systems use the code for various causes, so that known words are more reliable. The codes of
     * addresses, and those of content and of a policy named by its number, are reliable.
     */
    static boolean isLoose(String enhanced) {
        var detail = enhanced.substring(2);
        return detail.endsWith(".0")
                || detail.equals("2.1")
                || detail.equals("2.4")
                || detail.equals("7.1")
                || (detail.startsWith("3.") && !detail.equals("3.4"))
                || detail.startsWith("4.")
                || detail.startsWith("5.");
    }
}
