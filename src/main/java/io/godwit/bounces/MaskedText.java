package io.godwit.bounces;

/**
 * The text of a refusal without what differs from one to the next though the server means the same: addresses, IP addresses, times,
 * and the ids of messages. Texts that are equal then are classified alike.
 */
final class MaskedText {

    /** Characters between words. A colon in a time is none. */
    private static final String BETWEEN = " \t\r\n<>()[]{},;\"'=/?&|";

    /** Min characters and digits of an id; shorter words such as {@code ofr_417} are codes with a meaning. */
    private static final int ID_LENGTH = 10;

    private static final int ID_DIGITS = 3;

    private static final int IPV4_DOTS = 3;

    private MaskedText() {}

    /** Returns the text in lower case with a sign in the place of each address and id. */
    static String of(String text) {
        var masked = new StringBuilder(text.length());
        var begin = 0;
        for (var at = 0; at <= text.length(); at++) {
            if (at == text.length() || isBetween(text, at)) {
                appendWord(text, begin, at, masked);
                if (at < text.length()) {
                    masked.append(text.charAt(at));
                }
                begin = at + 1;
            }
        }
        return masked.toString();
    }

    private static boolean isBetween(String text, int at) {
        var character = text.charAt(at);
        return character == ':' ? !isInTime(text, at) : BETWEEN.indexOf(character) >= 0;
    }

    private static boolean isInTime(String text, int at) {
        return at > 0 && at + 1 < text.length() && isDigit(text.charAt(at - 1)) && isDigit(text.charAt(at + 1));
    }

    private static void appendWord(String text, int from, int to, StringBuilder masked) {
        var digits = 0;
        var dots = 0;
        var others = 0;
        var isDigitInLabel = false;
        var isDigitInEachLabel = true;
        for (var at = from; at < to; at++) {
            var character = text.charAt(at);
            if (character == '@') {
                masked.append('@');
                return;
            } else if (isDigit(character)) {
                digits++;
                isDigitInLabel = true;
            } else if (character == '.') {
                dots++;
                isDigitInEachLabel &= isDigitInLabel;
                isDigitInLabel = false;
            } else {
                others++;
            }
        }
        var isIpv4 = others == 0 && dots == IPV4_DOTS;
        var isId = to - from >= ID_LENGTH && digits >= ID_DIGITS && isDigitInEachLabel && isDigitInLabel;
        if (isIpv4 || (isId && text.substring(from, to).indexOf('_') < 0)) {
            masked.append('#');
        } else {
            for (var at = from; at < to; at++) {
                masked.append(Character.toLowerCase(text.charAt(at)));
            }
        }
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
