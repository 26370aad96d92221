package io.godwit.contacts.bulk;

import io.godwit.contacts.ContactChange;
import io.godwit.contacts.DataChange;
import io.godwit.contacts.DataChangeReader;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.api.ImportOptions;
import io.godwit.contacts.csv.AddressColumns;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.JsonBody;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps the columns of an imported file to members of a contact. The address is found under any of the names of
 * {@link AddressColumns}, {@code subscribed} in any case; a status column of another tool ({@link ImportedStatus}) marks contacts
 * not to mail. Every column but the first two is a custom field by its name as written, and goes through the same rules as the
 * {@code data} of a request. The caller's mapping takes precedence.
 */
final class ImportColumns {

    /** Whole numbers and decimals; no leading zeros, no plus, no exponent: those are codes, phone numbers and texts. */
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9]\\d{0,17})(?:\\.\\d{1,17})?");

    private static final int MAX_NUMBER_LENGTH = 37;

    private static final String EMAIL = "email";

    /** Always a text. */
    private static final String LOCALE = "locale";

    private static final String SUBSCRIBED = "subscribed";
    private static final String STATUS = "status";

    private final List<String> names;
    private final int email;
    private final int subscribed;
    private final List<Status> statuses;
    private final ImportOptions options;

    private ImportColumns(List<String> names, int email, int subscribed, List<Status> statuses, ImportOptions options) {
        this.names = names;
        this.email = email;
        this.subscribed = subscribed;
        this.statuses = statuses;
        this.options = options;
    }

    /** A column that may mark contacts not to mail; {@code name} decides how its cells are read, and whether the caller chose it. */
    private record Status(int at, String name, boolean mapped) {}

    /** A row as it is to be written; {@code status} is the most restrictive of its statuses. */
    record ImportedContact(ContactChange change, Optional<ImportedStatus> status, Optional<String> evidence) {}

    /** Throws a {@link Failure} for a header that cannot be used. */
    static ImportColumns of(List<String> header, ImportOptions options) {
        var written = header.stream().map(String::strip).toList();
        check(written, options);
        var meanings = meanings(written, options);
        var email = email(written, meanings);
        if (email < 0) {
            throw Failure.of(
                    Kind.BAD_REQUEST, "The file has no column named email, and no mapping says which one it is");
        }
        var names = new ArrayList<String>();
        var statuses = new ArrayList<Status>();
        var subscribed = -1;
        for (var at = 0; at < written.size(); at++) {
            var meaning = meanings.get(at).orElse(written.get(at));
            var mapped = meanings.get(at).isPresent();
            var plain = AddressColumns.plain(meaning);
            if (at != email && meaning.equalsIgnoreCase(SUBSCRIBED)) {
                subscribed = subscribed < 0 ? at : subscribed;
            } else if (at != email && ImportedStatus.isNamed(plain)) {
                statuses.add(new Status(at, plain, mapped));
            }
            names.add(isField(meaning, mapped, plain) ? meaning.replaceFirst("^data\\.", "") : "");
        }
        return new ImportColumns(names, email, subscribed, statuses, options);
    }

    /** Tells whether one of these columns is that of the addresses. */
    static boolean hasAddress(List<String> header, ImportOptions options) {
        var written = header.stream().map(String::strip).toList();
        return email(written, meanings(written, options)) >= 0;
    }

    private static List<Optional<String>> meanings(List<String> names, ImportOptions options) {
        return names.stream()
                .map(name -> Optional.ofNullable(options.mapping().get(name)))
                .toList();
    }

    /** A column that is mapped to something else than a field, or ignored, leaves no custom field. */
    private static boolean isField(String meaning, boolean mapped, String plain) {
        return !mapped || !(meaning.equalsIgnoreCase(ImportOptions.IGNORE) || plain.equals(STATUS));
    }

    private static int email(List<String> names, List<Optional<String>> meanings) {
        for (var at = 0; at < names.size(); at++) {
            if (meanings.get(at).filter(EMAIL::equalsIgnoreCase).isPresent()) {
                return at;
            }
        }
        var free = new ArrayList<String>();
        for (var at = 0; at < names.size(); at++) {
            free.add(meanings.get(at).isPresent() ? "" : names.get(at));
        }
        return AddressColumns.find(free);
    }

    private static void check(List<String> names, ImportOptions options) {
        if (names.size() > DataChangeReader.MAX_KEYS) {
            throw Failure.of(Kind.BAD_REQUEST, "The file may have at most " + DataChangeReader.MAX_KEYS + " columns");
        }
        if (Stream.concat(names.stream(), options.mapping().values().stream())
                .anyMatch(name -> name.length() > DataChangeReader.MAX_KEY_LENGTH)) {
            throw Failure.of(
                    Kind.BAD_REQUEST,
                    "The name of a column may have at most " + DataChangeReader.MAX_KEY_LENGTH + " characters");
        }
        options.mapping().keySet().stream()
                .filter(name -> !names.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw Failure.of(Kind.BAD_REQUEST, "The mapping names a column the file does not have: " + name);
                });
    }

    /** The meaning of each column: {@code email}, {@code subscribed}, {@code status}, {@code ignore}, or the name of a field. */
    List<String> meanings() {
        var meanings = new ArrayList<String>();
        for (var at = 0; at < names.size(); at++) {
            var column = at;
            var marks = statuses.stream().anyMatch(status -> status.at() == column);
            var field = names.get(at).isEmpty() ? ImportOptions.IGNORE : names.get(at);
            meanings.add(at == email ? EMAIL : at == subscribed ? SUBSCRIBED : marks ? STATUS : field);
        }
        return meanings;
    }

    /** The cell of the address, as written; empty when the row is too short. */
    String email(List<String> row) {
        return cell(row, email).orElse("");
    }

    /** Throws a {@link Failure} that says what is wrong with the row. */
    ImportedContact contact(List<String> row) {
        var written = email(row);
        if (written.isEmpty()) {
            throw Failure.invalid("email", "required", "The row has no email");
        }
        var address = EmailAddress.parse(written)
                .orElseThrow(() -> Failure.invalid("email", "invalid_string", EmailAddress.mistake(written)));
        var strictest = statuses.stream()
                .filter(column -> cell(row, column.at()).isPresent())
                .map(column -> Map.entry(column, status(row, column)))
                .filter(entry -> entry.getValue().isPresent())
                .max(Comparator.comparing(entry -> entry.getValue().orElseThrow()));
        var status = strictest.flatMap(Map.Entry::getValue);
        var change = new ContactChange(
                address,
                subscription(row, status),
                status.filter(ImportedStatus.UNCONFIRMED::equals).isEmpty(),
                options.authority(),
                unlockedData(row));
        return new ImportedContact(change, status, strictest.map(entry -> evidence(row, entry.getKey())));
    }

    private static Optional<ImportedStatus> status(List<String> row, Status column) {
        return cell(row, column.at()).flatMap(text -> ImportedStatus.of(column.name(), text, column.mapped()));
    }

    /** Quotes the file: "Imported with status cleaned". */
    private String evidence(List<String> row, Status column) {
        var text = cell(row, column.at()).orElse("").replaceAll("\\p{Cntrl}", " ");
        return "Imported with " + column.name() + " " + text.substring(0, Math.min(200, text.length()));
    }

    /**
     * Answers the subscription of a row. A refusal takes precedence over a subscription in another column; with a proof every
     * contact without a refusal is subscribed.
     */
    private Optional<Boolean> subscription(List<String> row, Optional<ImportedStatus> status) {
        if (status.filter(ImportedStatus::isRefusal).isPresent()) {
            return Optional.of(false);
        }
        return cell(row, subscribed)
                .flatMap(ImportedStatus::isYes)
                .or(() -> status.filter(ImportedStatus.SUBSCRIBED::equals).map(ignored -> true))
                .or(() -> options.proof().filter(ignored -> status.isEmpty()).map(ignored -> true));
    }

    private DataPatch unlockedData(List<String> row) {
        var data = new LinkedHashMap<String, @Nullable Object>();
        for (var at = 0; at < Math.min(names.size(), row.size()); at++) {
            var name = names.get(at);
            if (at != email && at != subscribed && !name.isEmpty()) {
                cell(row, at).ifPresent(text -> data.put(name, name.equals(LOCALE) ? text : value(text)));
            }
        }
        var body = JsonBody.of(Map.of("data", data));
        var read = DataChange.read(body, "data");
        return body.build(read::persistentData);
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
        return text.length() <= MAX_NUMBER_LENGTH && NUMBER.matcher(text).matches() ? number(text) : text;
    }

    private static Number number(String text) {
        if (text.indexOf('.') >= 0) {
            return new BigDecimal(text);
        }
        var whole = Long.parseLong(text);
        return whole == (int) whole ? (Number) (int) whole : (Number) whole;
    }
}
