package io.godwit.smtp.message;

import jakarta.mail.internet.ContentDisposition;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.HeaderTokenizer;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.internet.ParameterList;
import jakarta.mail.internet.ParseException;
import java.util.Collections;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the values of Content-Type and Content-Disposition anew, with parameters outside ASCII by RFC 2231. */
final class ParameterField {

    /** Max characters of a value in ASCII, which is written on one line. */
    private static final int MAX_VALUE = 900;

    private ParameterField() {}

    /** Returns whether the field of that name has parameters, whose structure encoded words would break (RFC 2047 §5). */
    static boolean is(String name) {
        return isType(name) || name.equalsIgnoreCase("Content-Disposition");
    }

    /** Returns the value in ASCII, of a damaged one what can be taken of it; empty when nothing can. */
    static Optional<String> ascii(String name, String value) {
        try {
            return Optional.of(isType(name) ? type(value) : disposition(value)).filter(HeaderValidator::isAscii);
        } catch (ParseException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean isType(String name) {
        return name.equalsIgnoreCase("Content-Type");
    }

    private static String type(String value) throws ParseException {
        var type = ContentTypeParser.parse(value);
        return type.getBaseType() + written(type.getParameterList());
    }

    private static String disposition(String value) throws ParseException {
        var disposition = new ContentDisposition(ContentDispositionParser.readable(value));
        return disposition.getDisposition() + written(disposition.getParameterList());
    }

    /** Returns the media type with this charset in the place of another. */
    static String withCharset(ContentType type, String charset) throws ParseException {
        type.setParameter("charset", charset);
        return type.getBaseType() + written(type.getParameterList());
    }

    private static String written(@Nullable ParameterList parameters) throws ParseException {
        var out = new StringBuilder();
        if (parameters != null) {
            for (var name : Collections.list(parameters.getNames())) {
                out.append(written(name, HeaderValidator.printable(parameters.get(name))));
            }
        }
        return out.toString();
    }

    private static String written(String name, String value) throws ParseException {
        if (!HeaderValidator.isAscii(value)) {
            return AttachmentHeader.continued(name, value);
        } else if (value.length() > MAX_VALUE) {
            throw new ParseException("A parameter is too long for a line");
        }
        return (value.length() > 60 ? ";\r\n\t" : "; ") + name + "=" + MimeUtility.quote(value, HeaderTokenizer.MIME);
    }
}
