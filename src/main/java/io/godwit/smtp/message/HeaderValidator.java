package io.godwit.smtp.message;

/** Checks header values (RFC 5322 §2.2), as the last guard against a value that would start another header field. */
public final class HeaderValidator {

    private HeaderValidator() {}

    /** Returns the text with controls, line and paragraph separators and lone surrogates replaced by spaces. */
    public static String printable(String text) {
        if (isPlain(text) || text.codePoints().noneMatch(HeaderValidator::isUnsafe)) {
            return text;
        }
        var clean = new StringBuilder(text.length());
        text.codePoints().forEach(point -> clean.appendCodePoint(isUnsafe(point) ? ' ' : point));
        return clean.toString();
    }

    /** Returns whether all characters are printable ASCII, as nearly always. */
    private static boolean isPlain(String text) {
        for (var at = 0; at < text.length(); at++) {
            if (text.charAt(at) < 0x20 || text.charAt(at) >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether some parser takes the character for a line end, or UTF-8 cannot hold it. */
    private static boolean isUnsafe(int point) {
        return point < 0x20
                || (point >= 0x7f && point <= 0x9f)
                || point == 0x2028
                || point == 0x2029
                || (point >= 0xd800 && point <= 0xdfff);
    }

    static boolean isAscii(String text) {
        return text.chars().allMatch(character -> character < 0x80);
    }

    /** Returns the name if it is a valid field name (RFC 5322 §3.6.8), else throws. */
    static String name(String name) {
        if (name.isEmpty()
                || !name.chars().allMatch(character -> character > 32 && character < 127 && character != ':')) {
            throw new IllegalArgumentException("A header's name has a character that is not allowed there");
        }
        return name;
    }

    /**
     * Returns the address if it can be written between angle brackets, in a header as in an SMTP command. With characters outside
     * ASCII it is written in UTF-8, which asks for SMTPUTF8 (RFC 6531, 6532).
     */
    public static String address(String address) {
        var fits =
                address.codePoints().allMatch(point -> point > 32 && point != '<' && point != '>' && !isUnsafe(point));
        if (!fits || address.indexOf('@') < 1) {
            throw new IllegalArgumentException("An address cannot be written into a message");
        }
        return address;
    }
}
