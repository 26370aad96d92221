package io.godwit.web.body;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.godwit.web.WrongType;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON text (RFC 8259) into maps, lists, strings, booleans and numbers. A text that is no JSON is
 * {@code MALFORMED_BODY}; JSON that could not be stored (NUL, half a surrogate pair, a number beyond a double) is a 422 that
 * names the field, and JSON beyond the limits is a 422 without a field.
 */
public final class JsonReader {

    private static final int MAX_DEPTH = 64;
    private static final int MAX_NUMBER_LENGTH = 100;
    private static final int MAX_NAME_LENGTH = 1024;
    private static final int MAX_ISSUES = 100;

    /** Max zeros that a zero keeps before or behind its point. */
    private static final int MAX_ZEROS = 1_000;

    /** Names are not interned: they are the caller's, and the JVM's table of interned strings is for ever. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxNameLength(MAX_NAME_LENGTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private final JsonParser parser;
    private final Utf8JsonCheck bytesSeen;
    private final List<Issue> issues = new ArrayList<>();

    private JsonReader(JsonParser parser, Utf8JsonCheck bytesSeen) {
        this.parser = parser;
        this.bytesSeen = bytesSeen;
    }

    public static Map<String, @Nullable Object> object(byte[] text) {
        var seen = new Utf8JsonCheck();
        if (!seen.feed(text)) {
            throw notUtf8();
        }
        try (var parser = FACTORY.createParser(text)) {
            return new JsonReader(parser, seen).only();
        } catch (StreamConstraintsException beyond) {
            throw beyondLimits();
        } catch (IOException | IllegalStateException broken) {
            throw malformed();
        }
    }

    /** Reads and checks piece by piece, so that no more than the pieces and the strings in them is in memory. */
    public static Map<String, @Nullable Object> object(BodyBuffer body) {
        var seen = new Utf8JsonCheck();
        try (var parser = FACTORY.createParser(body.drain(seen))) {
            return new JsonReader(parser, seen).only();
        } catch (StreamConstraintsException beyond) {
            throw beyondLimits();
        } catch (IOException | IllegalStateException broken) {
            throw malformed();
        }
    }

    private static Failure notUtf8() {
        return Failure.of(Kind.MALFORMED_BODY, "The body is not UTF-8");
    }

    /** Returns the failure for a body that may be JSON but is beyond the limits of the reader. */
    private static Failure beyondLimits() {
        return Failure.invalid(
                "",
                "too_big",
                "JSON may have at most " + MAX_DEPTH + " levels, numbers of " + MAX_NUMBER_LENGTH
                        + " characters and names of " + MAX_NAME_LENGTH);
    }

    private static Failure malformed() {
        return Failure.of(Kind.MALFORMED_BODY, "The body is not valid JSON");
    }

    private Map<String, @Nullable Object> only() throws IOException {
        var token = parser.nextToken();
        if (token == null) {
            throw malformed();
        }
        var value = value(token);
        if (parser.nextToken() != null || !bytesSeen.isComplete()) {
            throw malformed();
        }
        if (!(value instanceof Map<?, ?>)) {
            issues.add(0, WrongType.issue("", "object", value));
        }
        return checked(value);
    }

    @SuppressWarnings("unchecked")
    private Map<String, @Nullable Object> checked(@Nullable Object value) {
        if (!issues.isEmpty()) {
            throw Failure.invalid(issues);
        }
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
    }

    private @Nullable Object value(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> members();
            case START_ARRAY -> elements();
            case VALUE_STRING -> text(parser.getText());
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> decimal();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private Map<String, @Nullable Object> members() throws IOException {
        var members = new LinkedHashMap<String, @Nullable Object>();
        for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            text(name);
            var before = members.size();
            members.put(name, value(parser.nextToken()));
            if (members.size() == before) {
                throw Failure.of(Kind.MALFORMED_BODY, "The body names a member twice");
            }
        }
        return members;
    }

    private List<@Nullable Object> elements() throws IOException {
        var elements = new ArrayList<@Nullable Object>();
        for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(value(token));
        }
        return elements;
    }

    /** Checks texts with escapes only: nothing else can bring in characters that UTF-8 or JSON forbid. */
    private String text(String text) {
        if (bytesSeen.sawBackslash() && !isStorable(text)) {
            note("invalid_string", "Text must not hold NUL or half a surrogate pair");
        }
        return text;
    }

    private static boolean isStorable(String text) {
        for (var i = 0; i < text.length(); i++) {
            var character = text.charAt(i);
            if (character == 0) {
                return false;
            }
            if (Character.isSurrogate(character)) {
                if (!Character.isHighSurrogate(character)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(++i))) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Reads a number with a fraction or an exponent. Zero is within the range with any exponent, but it cannot be written with
     * all its digits, as {@code jsonb} is.
     */
    private BigDecimal decimal() throws IOException {
        try {
            var number = parser.getDecimalValue();
            var nearest = number.doubleValue();
            if (Double.isInfinite(nearest) || (nearest == 0 && number.signum() != 0)) {
                noteBeyondDouble();
            }
            return number.signum() == 0 && Math.abs((long) number.scale()) > MAX_ZEROS ? BigDecimal.ZERO : number;
        } catch (NumberFormatException exponentBeyondInt) {
            noteBeyondDouble();
            return BigDecimal.ZERO;
        }
    }

    private void noteBeyondDouble() {
        note("custom", "Number must be within the range of a double");
    }

    private void note(String code, String message) {
        if (issues.size() < MAX_ISSUES) {
            issues.add(Issue.of(path(parser.getParsingContext()), code, message));
        }
    }

    private static String path(JsonStreamContext context) {
        if (context.inRoot()) {
            return "";
        }
        var step = context.inArray() ? String.valueOf(context.getCurrentIndex()) : printable(context.getCurrentName());
        var outer = path(context.getParent());
        return outer.isEmpty() ? step : outer + "." + step;
    }

    /** A name may itself be what is wrong with it; the answer must still be a text. */
    private static String printable(@Nullable String name) {
        return name == null
                ? ""
                : name.codePoints()
                        .map(point -> point < ' ' || (point >= 0xD800 && point <= 0xDFFF) ? '\uFFFD' : point)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }
}
