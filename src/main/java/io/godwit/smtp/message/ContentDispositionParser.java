package io.godwit.smtp.message;

import jakarta.mail.internet.ContentDisposition;
import jakarta.mail.internet.HeaderTokenizer;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.internet.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Parses values of the field Content-Disposition (RFC 2183). Of a value that breaks its grammar, the disposition and those
 * parameters are taken that can be read; a file name need not be in quotes. Without a disposition it is an attachment (§2.8).
 */
final class ContentDispositionParser {

    private static final Pattern DISPOSITION =
            Pattern.compile("^\\s{0,99}([!#$%&'*+.^_`|~0-9A-Za-z-]{1,127})\\s{0,99}(?:;|$)");

    /** The name of the parameter, also behind a disposition without its semicolon. */
    private static final Pattern FILE_NAME = Pattern.compile("(?:^|\\s)filename\\s{0,99}=", Pattern.CASE_INSENSITIVE);

    private ContentDispositionParser() {}

    /** Returns the value itself, or one that says what could be taken of it. */
    static String readable(String value) {
        return isValid(value) ? value : damaged(value);
    }

    private static boolean isValid(String value) {
        try {
            return !new ContentDisposition(value).getDisposition().isEmpty();
        } catch (ParseException wrong) {
            return false;
        }
    }

    private static String damaged(String value) {
        var disposition = DISPOSITION.matcher(value);
        var readable = new StringBuilder(disposition.find() ? disposition.group(1) : "attachment");
        for (var piece : pieces(value)) {
            var parameter = parameter(piece);
            if (isValid("attachment" + parameter)) {
                readable.append(parameter);
            }
        }
        return readable.toString();
    }

    /** Parts a value at its semicolons outside quotes; a quote that nothing closes reaches to the end. */
    private static List<String> pieces(String value) {
        var pieces = new ArrayList<String>();
        var quoted = false;
        var from = 0;
        for (var at = 0; at < value.length(); at++) {
            quoted ^= value.charAt(at) == '"';
            if (value.charAt(at) == ';' && !quoted) {
                pieces.add(value.substring(from, at));
                from = at + 1;
            }
        }
        pieces.add(value.substring(from));
        return pieces;
    }

    private static String parameter(String piece) {
        var name = FILE_NAME.matcher(piece);
        if (!name.find()) {
            return ";" + piece;
        }
        var text = piece.substring(name.end()).replace("\"", "").strip();
        return text.isEmpty() ? "" : "; filename=" + MimeUtility.quote(text, HeaderTokenizer.MIME);
    }
}
