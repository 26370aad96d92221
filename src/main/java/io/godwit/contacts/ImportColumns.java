package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Body;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of an imported file mean. {@code email} and {@code subscribed} are known in any case; every other column is
 * a custom field by its name as written, and goes through the same rules as the {@code data} of a request.
 */
final class ImportColumns {

    /** Whole numbers and decimals; no leading zeros, no plus, no exponent: those are codes, phone numbers and texts. */
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9]\\d{0,17})(?:\\.\\d{1,17})?");

    private static final int LONGEST_NUMBER = 37;
    private static final Set<String> YES = Set.of("true", "1", "yes");

    /** Always a text. */
    private static final String LOCALE = "locale";

    private final List<String> names;
    private final int email;
    private final int subscribed;

    private ImportColumns(List<String> names, int email, int subscribed) {
        this.names = names;
        this.email = email;
        this.subscribed = subscribed;
    }

    /** Throws a {@link Failure} for a header that cannot be used. */
    static ImportColumns of(List<String> header) {
        var names = header.stream().map(String::strip).toList();
        var lower = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        if (!lower.contains("email")) {
            throw Failure.of(Kind.BAD_REQUEST, "The file has no column named email");
        }
        if (names.size() > CustomDataReader.MAX_KEYS) {
            throw Failure.of(Kind.BAD_REQUEST, "The file may have at most " + CustomDataReader.MAX_KEYS + " columns");
        }
        if (names.stream().anyMatch(name -> name.length() > CustomDataReader.MAX_KEY_LENGTH)) {
            throw Failure.of(
                    Kind.BAD_REQUEST,
                    "The name of a column may have at most " + CustomDataReader.MAX_KEY_LENGTH + " characters");
        }
        return new ImportColumns(names, lower.indexOf("email"), lower.indexOf("subscribed"));
    }

    /** The cell of the address, as written; empty when the row is too short. */
    String email(List<String> row) {
        return cell(row, email).orElse("");
    }

    /** Throws a {@link Failure} that says what is wrong with the row. */
    ContactChange change(List<String> row) {
        var written = email(row);
        if (written.isEmpty()) {
            throw Failure.invalid("email", "required", "The row has no email");
        }
        var address = EmailAddress.parse(written)
                .orElseThrow(() -> Failure.invalid("email", "invalid_string", "Invalid email"));
        var wish = cell(row, subscribed).map(text -> YES.contains(text.toLowerCase(Locale.ROOT)));
        return new ContactChange(address, wish, true, true, kept(row));
    }

    private Patch kept(List<String> row) {
        var data = new LinkedHashMap<String, @Nullable Object>();
        for (var at = 0; at < Math.min(names.size(), row.size()); at++) {
            var name = names.get(at);
            if (at != email && at != subscribed && !name.isEmpty()) {
                cell(row, at).ifPresent(text -> data.put(name, name.equals(LOCALE) ? text : value(text)));
            }
        }
        var body = Body.of(Map.of("data", data));
        var read = CustomData.read(body, "data");
        return body.build(read::kept);
    }

    /** Without the blanks around it, but with tabs and line ends; empty when nothing is left, which changes nothing. */
    private static Optional<String> cell(List<String> row, int at) {
        return at < 0 || at >= row.size()
                ? Optional.empty()
                : Optional.of(unpadded(row.get(at))).filter(text -> !text.isBlank());
    }

    private static String unpadded(String text) {
        var from = 0;
        var to = text.length();
        while (from < to && isPadding(text.charAt(from))) {
            from++;
        }
        while (to > from && isPadding(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isPadding(char character) {
        return character == ' ' || character == '\u00A0';
    }

    /** Plain numbers and words for yes and no become what they mean; everything else stays as it is. */
    private static Object value(String text) {
        var lower = text.length() <= 5 ? text.toLowerCase(Locale.ROOT) : "";
        if (lower.equals("true") || lower.equals("yes")) {
            return true;
        } else if (lower.equals("false") || lower.equals("no")) {
            return false;
        }
        return text.length() <= LONGEST_NUMBER && NUMBER.matcher(text).matches() ? number(text) : text;
    }

    private static Number number(String text) {
        if (text.indexOf('.') >= 0) {
            return new BigDecimal(text);
        }
        var whole = Long.parseLong(text);
        return whole == (int) whole ? (Number) (int) whole : (Number) whole;
    }
}
