package io.godwit.contacts.bulk;

import io.godwit.contacts.ContactChange;
import io.godwit.contacts.DataChange;
import io.godwit.contacts.DataChangeReader;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.api.ImportOptions;
import io.godwit.contacts.bulk.StatusColumnNames.Vocabulary;
import io.godwit.contacts.csv.AddressColumns;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.JsonBody;
import io.godwit.web.lists.CsvLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps the columns of an imported file to members of a contact. The address is found under any of the names of
 * {@link AddressColumns}, {@code subscribed} in any case; a status column of another tool ({@link ImportedStatus}) marks contacts
 * not to mail. Every column but those of the address and of {@code subscribed} is a custom field, a status column as well: by its name
 * as written, without {@code data.} before it, and with a number behind it where the file has the name twice. Its cells go through the
 * same rules as the {@code data} of a request. The caller's mapping takes precedence.
 */
final class ImportColumns {

    private static final String EMAIL = "email";

    /** The column whose cells are always texts. */
    private static final String LOCALE = "locale";

    private static final String SUBSCRIBED = "subscribed";
    private static final String STATUS = "status";

    /** The columns that our own export begins with. */
    private static final List<String> OF_EXPORT = List.of("id", EMAIL, SUBSCRIBED, "createdAt", "updatedAt");

    private final List<String> names;
    private final int email;
    private final int subscribed;
    private final List<Status> statuses;
    private final ImportOptions options;
    private final boolean exported;
    private final CellForm[] forms;

    /** @param exported whether the file is an export of ours, which writes lists and objects as JSON */
    private ImportColumns(
            List<String> names,
            int email,
            int subscribed,
            List<Status> statuses,
            ImportOptions options,
            boolean exported) {
        this.names = names;
        this.email = email;
        this.subscribed = subscribed;
        this.statuses = statuses;
        this.options = options;
        this.exported = exported;
        this.forms = new CellForm[names.size()];
        Arrays.fill(forms, CellForm.FREE);
    }

    /** A column that may mark contacts not to mail; the last two members as of {@link ImportedStatus#of}. */
    private record Status(int at, String name, Optional<ImportedStatus> mark, Vocabulary vocabulary) {

        /** A column that the caller maps to the status is about the subscription for certain; one mapped to a field may not be. */
        static Status of(int at, String name, boolean mapped) {
            var certain = mapped && name.equals(STATUS);
            return new Status(
                    at,
                    name,
                    StatusColumnNames.mark(name),
                    certain ? Vocabulary.CERTAIN : StatusColumnNames.vocabulary(name));
        }
    }

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
            } else if (at != email && StatusColumnNames.mayRefuse(plain)) {
                statuses.add(Status.of(at, plain, mapped));
            }
            var field = field(mapped ? meaning : CsvLines.original(meaning));
            var shown = mapped ? field : unused(field, names);
            names.add(at != email && isField(meaning, mapped, plain) ? shown : "");
        }
        return new ImportColumns(names, email, subscribed, statuses, options, written.containsAll(OF_EXPORT));
    }

    private static String field(String name) {
        return name.replaceFirst("^data\\.", "");
    }

    /** Returns the name, or with a number when the file has it already: the cells of one column would replace those of the other. */
    private static String unused(String name, List<String> names) {
        var unused = name;
        for (var number = 2; !name.isEmpty() && names.contains(unused); number++) {
            unused = name + " " + number;
        }
        return unused;
    }

    /** Takes the types of the project's fields into account, by the names of the fields. */
    void setTypes(Map<String, String> fieldToType) {
        for (var at = 0; at < forms.length; at++) {
            forms[at] = CellForm.of(fieldToType.get(names.get(at)));
        }
    }

    /**
     * Inspects a row before the first one is read with {@link #contact}: a column in which one number would lose a digit holds texts.
     */
    void inspect(List<String> row) {
        for (var at = 0; at < Math.min(forms.length, row.size()); at++) {
            forms[at] = forms[at].after(row.get(at));
        }
    }

    /** The forms of the columns, by their names. */
    List<String> forms() {
        return Arrays.stream(forms).map(Enum::name).toList();
    }

    /** Takes over the forms an earlier run of the import has read the columns by; a list of another length is none. */
    void setForms(List<?> names) {
        for (var at = 0; names.size() == forms.length && at < forms.length; at++) {
            forms[at] = CellForm.valueOf(String.valueOf(names.get(at)));
        }
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
        return CellForm.cell(row, email).orElse("");
    }

    /** Throws a {@link Failure} that says what is wrong with the row. */
    ImportedContact contact(List<String> row) {
        var written = email(row);
        checkLength(row);
        if (written.isEmpty()) {
            throw Failure.invalid("email", "required", "The row has no email");
        }
        var address = EmailAddress.parse(written)
                .orElseThrow(() -> Failure.invalid("email", "invalid_string", EmailAddress.mistake(written)));
        var strictest = statuses.stream()
                .filter(column -> CellForm.cell(row, column.at()).isPresent())
                .map(column -> Map.entry(column, status(row, column)))
                .filter(entry -> entry.getValue().isPresent())
                .max(Comparator.comparing(entry -> entry.getValue().orElseThrow()));
        var status = strictest.flatMap(Map.Entry::getValue);
        var change = new ContactChange(
                address,
                subscription(row, status),
                status.filter(ImportedStatus.UNCONFIRMED::equals).isEmpty(),
                options.authority(),
                customFields(row));
        return new ImportedContact(change, status, strictest.map(entry -> evidence(row, entry.getKey())));
    }

    /**
     * A cell with the separator in it and no quotes is two, and every cell behind it is that of another column, also one that says
     * not to mail. Separators at the end of a row add no cells.
     */
    private void checkLength(List<String> row) {
        if (row.stream().skip(names.size()).anyMatch(cell -> !cell.isBlank())) {
            throw Failure.of(
                    Kind.BAD_REQUEST,
                    "The row has more cells than the header has columns; a cell with the separator in it needs quotes");
        }
    }

    private static Optional<ImportedStatus> status(List<String> row, Status column) {
        return CellForm.cell(row, column.at())
                .flatMap(text -> ImportedStatus.of(column.mark(), column.vocabulary(), text));
    }

    /** Quotes the file: "Imported with status cleaned". */
    private String evidence(List<String> row, Status column) {
        var text = CellForm.cell(row, column.at()).orElse("").replaceAll("\\p{Cntrl}", " ");
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
        return CellForm.cell(row, subscribed)
                .flatMap(ImportedStatus::isYes)
                .or(() -> status.filter(ImportedStatus.SUBSCRIBED::equals).map(ignored -> true))
                .or(() -> options.proof().filter(ignored -> status.isEmpty()).map(ignored -> true));
    }

    private DataPatch customFields(List<String> row) {
        var data = new LinkedHashMap<String, @Nullable Object>();
        for (var at = 0; at < Math.min(names.size(), row.size()); at++) {
            var name = names.get(at);
            if (at != email && at != subscribed && !name.isEmpty()) {
                var form = name.equals(LOCALE) ? CellForm.TEXT : forms[at];
                CellForm.cell(row, at)
                        .ifPresent(text -> data.put(name, exported ? form.exported(text) : form.value(text)));
            }
        }
        var body = JsonBody.of(Map.of("data", data));
        var read = DataChange.read(body, "data");
        return body.build(read::persistentData);
    }
}
