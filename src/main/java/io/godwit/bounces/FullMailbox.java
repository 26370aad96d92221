package io.godwit.bounces;

import io.godwit.bounces.ClassifiedRefusal.Evidence;
import io.godwit.bounces.ClassifiedRefusal.Weight;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Weighs refusals that call something full. Only one of the recipient's mailbox counts towards the limit of soft bounces: a disk, a
 * mail system and the sender's own account may be full as well, and a mailbox that much mail comes to is in use.
 */
final class FullMailbox {

    /** Words of the sender's account, or of a message that is too large for what is left. */
    private static final Pattern OTHER = Pattern.compile(
            "\\b(?:sender(?:'s)?|sending|outgoing|outbound|relay(?:ing)?|your(?! (?:message|e-?mail|mail)\\b)|you have|you've|larger)\\b");

    /** Words for a mailbox and its owner, and the sign of an address. */
    private static final Pattern MAILBOX = Pattern.compile(
            "mail ?box|inbox|mail ?folder|mail ?file|maildir|\\buser|recipient|addressee|member|destinat|postfach|empf\u00e4nger"
                    + "|bo[i\u00ee]te|buz[o\u00f3]n|caixa|casella|postvak|skrzynka|\u044f\u0449\u0438\u043a"
                    + "|\u30e1\u30fc\u30eb\u30dc\u30c3\u30af\u30b9|\u90ae\u7bb1|\u90f5\u7bb1|@");

    private FullMailbox() {}

    /**
     * Returns the worth of words or a code of the class FULL. A code of RFC 3463 for a full mailbox leaves no doubt; without one,
     * the words have to be about a mailbox, and {@link ClassifiedRefusal#against} finds out whether it is the recipient's.
     *
     * @param text as the rules read it
     */
    static Weight weight(Optional<String> enhanced, String text) {
        var code = enhanced.or(() -> StatusCodes.enhancedRefusal(text));
        if (code.filter(EnhancedCodes::isFullMailbox).isPresent()) {
            return OTHER.matcher(text).find() ? Weight.NONE : Weight.of(Evidence.SEVERAL_IN_A_ROW);
        }
        var isPossible = code.filter(known -> !EnhancedCodes.isOfMailbox(known)).isEmpty();
        return isPossible && MAILBOX.matcher(text).find() ? new Weight(Evidence.SEVERAL_IN_A_ROW, text) : Weight.NONE;
    }
}
