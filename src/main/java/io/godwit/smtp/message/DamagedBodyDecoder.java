package io.godwit.smtp.message;

import java.util.Arrays;
import java.util.Locale;

/** Decodes the body of a part that breaks the rules of its transfer encoding, as far as that can be done. */
final class DamagedBodyDecoder {

    private static final String BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    /** The value of each octet as a digit; -1 for those outside the alphabet. */
    private static final byte[] OCTET_TO_DIGIT = digits();

    private DamagedBodyDecoder() {}

    private static byte[] digits() {
        var digits = new byte[256];
        Arrays.fill(digits, (byte) -1);
        for (var digit = 0; digit < BASE64.length(); digit++) {
            digits[BASE64.charAt(digit)] = (byte) digit;
        }
        return digits;
    }

    /** Decodes base64; a body of another encoding, or evidently not in base64, is returned as it came. */
    static byte[] decode(String encoding, byte[] body) {
        if (!encoding.strip().toLowerCase(Locale.ROOT).equals("base64")) {
            return body;
        }
        var decoded = base64(body);
        return decoded.length == 0 || isOther(body) ? body : decoded;
    }

    /** Returns whether more than one character in ten is outside the alphabet, as in any text of words. */
    private static boolean isOther(byte[] text) {
        var other = 0;
        for (var character : text) {
            if (character != '\r' && character != '\n' && character != '=' && OCTET_TO_DIGIT[character & 255] < 0) {
                other++;
            }
        }
        return other > text.length / 10;
    }

    /** Decodes base64 without regard to characters outside its alphabet; each padding ends a run of octets, of which more may follow. */
    static byte[] base64(byte[] text) {
        var octets = new byte[text.length / 4 * 3 + 3];
        var length = 0;
        var bits = 0;
        var count = 0;
        for (var character : text) {
            var digit = OCTET_TO_DIGIT[character & 255];
            if (character == '=') {
                count = 0;
            } else if (digit >= 0) {
                bits = (bits << 6) | digit;
                count += 6;
            }
            if (count >= 8) {
                count -= 8;
                octets[length++] = (byte) (bits >> count);
            }
        }
        return Arrays.copyOf(octets, length);
    }
}
