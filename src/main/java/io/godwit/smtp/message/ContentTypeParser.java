package io.godwit.smtp.message;

import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.ParameterList;
import jakarta.mail.internet.ParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses values of the field Content-Type (RFC 2045 §5.1). Of a value that breaks its grammar, the media type at its start and the
 * parameters that say how to read the part are taken; without a media type it is plain text, as §5.2 asks.
 */
final class ContentTypeParser {

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,127}";

    private static final Pattern MEDIA_TYPE = Pattern.compile("^\\s{0,99}(" + TOKEN + ")/(" + TOKEN + ")");

    private static final Pattern PARAMETER = Pattern.compile(
            "(?<=[;\\s])(boundary|charset|name)\\s{0,9}=\\s{0,9}(?:\"([^\"]{1,200})\"|([^\\s;\"]{1,200}))",
            Pattern.CASE_INSENSITIVE);

    private ContentTypeParser() {}

    static ContentType parse(String value) {
        return valid(value).orElseGet(() -> damaged(value));
    }

    /** Returns the value itself, or one that says what could be taken of it. */
    static String readable(String value) {
        return valid(value).isPresent() ? value : damaged(value).toString();
    }

    private static Optional<ContentType> valid(String value) {
        try {
            return Optional.of(new ContentType(value));
        } catch (ParseException wrong) {
            return Optional.empty();
        }
    }

    private static ContentType damaged(String value) {
        var parameters = new ParameterList();
        PARAMETER
                .matcher(value)
                .results()
                .forEach(found ->
                        parameters.set(found.group(1), found.group(2) == null ? found.group(3) : found.group(2)));
        var type = MEDIA_TYPE.matcher(value);
        return type.find()
                ? new ContentType(type.group(1), type.group(2), parameters)
                : new ContentType("text", "plain", parameters);
    }
}
