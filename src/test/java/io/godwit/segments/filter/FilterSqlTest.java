package io.godwit.segments.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Json;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.segments.FilterEvaluator;
import io.godwit.segments.FilterGenerator;
import io.godwit.segments.TestContact;
import io.godwit.web.JsonBody;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a filter finds in the database what it means, for every operator and every kind of value. */
@CloseFields
class FilterSqlTest {

    private static final int CONTACTS = 250;
    private static final int FILTERS = Integer.getInteger("segments.filters", 400);
    private static final long SEED = Long.getLong("segments.seed", 20_261_121L);
    private static final Set<String> TEXT_FIELDS = Set.of("label", "seen");

    /** Kinds of fields times the operators each takes. */
    private static final int PAIRS = 33;

    private static final UUID PROJECT = UUID.randomUUID();
    private static final String LISTED = UUID.randomUUID().toString();
    private static final String LIVE = UUID.randomUUID().toString();
    private static final String LIVE_OF_LIVE = UUID.randomUUID().toString();
    private static final String GONE = UUID.randomUUID().toString();

    private static Vertx vertx;
    private static TestDatabase db;
    private static List<TestContact> subjects;
    private static Map<String, Map<String, Object>> segmentToFilter;
    private static FilterEvaluator evaluator;
    private static FilterContext around;
    private static FilterGenerator generator;

    @BeforeAll
    static void fill() throws SQLException {
        vertx = Vertx.vertx();
        db = TestDatabase.fresh(vertx);
        generator = new FilterGenerator(SEED, List.of(LISTED, LIVE, LIVE_OF_LIVE, GONE));
        subjects = IntStream.range(0, CONTACTS).mapToObj(generator::subject).toList();
        var members = new HashSet<>(subjects.subList(0, CONTACTS / 3));
        var simple = new FilterGenerator(SEED + 1, List.of(LISTED));
        segmentToFilter = Map.of(
                LIVE, simple.filter(2), LIVE_OF_LIVE, new FilterGenerator(SEED + 2, List.of(LIVE, LISTED)).filter(3));
        evaluator = new FilterEvaluator(segmentToFilter, Map.of(LISTED, members), TEXT_FIELDS);
        around = new FilterContext(TEXT_FIELDS, definitions());
        insert(members);
    }

    private static Map<SegmentId, SegmentDefinition> definitions() {
        var definitions = new HashMap<SegmentId, SegmentDefinition>();
        definitions.put(id(LISTED), new SegmentDefinition(Optional.empty()));
        segmentToFilter.forEach(
                (id, filter) -> definitions.put(id(id), new SegmentDefinition(Optional.of(read(filter)))));
        return definitions;
    }

    private static SegmentId id(String text) {
        return new SegmentId(UUID.fromString(text));
    }

    @Test
    void whatAFilterFindsIsWhatItMeans() {
        compare(FILTERS);
    }

    @Test
    void anAddressAtADomainOutsideAsciiIsComparedWithItsStoredForm() {
        var project = new ProjectId(UUID.randomUUID());
        for (var address : List.of("ada@xn--strae-oqa.de", "bob@site.test")) {
            db.query(
                    "INSERT INTO contacts (project_id, id, email, subscribed) VALUES (?, ?, ?, true)",
                    project.value(),
                    UUID.randomUUID(),
                    address);
        }

        for (var join : HistoryJoin.values()) {
            assertThat(addresses(project, "equals", "Ada@stra\u00dfe.de", join))
                    .containsExactly("ada@xn--strae-oqa.de");
            assertThat(addresses(project, "notEquals", "Ada@stra\u00dfe.de", join))
                    .containsExactly("bob@site.test");
        }
    }

    private static List<String> addresses(ProjectId project, String operator, String value, HistoryJoin join) {
        var condition = Map.of("field", "email", "operator", operator, "value", value);
        var filter = read(Map.of("operator", "AND", "conditions", List.of(condition)));
        var filterSql = new FilterSql(project, join, around);
        var selection = filterSql.selection(filter.requiredSql(filterSql));
        return db
                .database()
                .requests()
                .preparedQuery("SELECT c.email FROM " + selection.from() + " WHERE " + selection.where())
                .mapping(row -> row.getString(0))
                .execute(Tuple.from(new ArrayList<>(selection.parameters())))
                .await()
                .stream()
                .toList();
    }

    @Test
    @Tag("soak")
    void whatAHundredThousandFiltersFindIsWhatTheyMean() {
        compare(100_000);
    }

    private static void compare(int filters) {
        var matched = 0L;
        var asked = new HashMap<String, Integer>();

        for (var number = 0; number < filters; number++) {
            var json = generator.filter(3);
            var filter = read(json);
            var read = number % 2 == 0 ? filter : FilterReader.read(JsonBody.of(copy(FilterWriter.groups(filter))));

            for (var join : HistoryJoin.values()) {
                matched += check(json, read, join);
            }
            matched += checkEvaluated(json, read);
            filter.conditions().forEach(one -> asked.merge(one.operator().code() + " " + kind(one), 1, Integer::sum));
        }

        assertThat(matched).isPositive();
        assertThat(asked).hasSize(PAIRS);
    }

    /** Letters that have more than one form. */
    private static final List<String> CASED = IntStream.range(0x80, 0x1FFFF)
            .filter(Character::isLetter)
            .mapToObj(Character::toString)
            .filter(form -> CaseInsensitivePattern.pattern(form).length() > form.length())
            .toList();

    /** Every letter with more than one form in every other form of it, and texts with forms that are longer or rare. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "K",
                "s",
                "SS",
                "i",
                "I",
                "kiss",
                "100%",
                "a_b*[c].",
                "\\d+",
                "ß",
                "ẞ",
                "é",
                "É",
                "e\u0301",
                "Σ",
                "ς",
                "σ",
                "İ",
                "ı",
                "ſ",
                "K",
                "ǆ",
                "Ǆ",
                "ǅ",
                "Ⅷ",
                "Ж",
                "ж",
                "straße",
                "ÎLE",
                "μ",
                "µ",
                "Ω",
                "Ω",
                "𐐀",
                "𐐨",
                "😀",
                "日本",
                "ﬁ",
                "Å",
                "Å",
                " ",
                "x y",
                "aàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľŀłńņňŋōŏő"
            })
    void aTextIsFoundInEveryFormOfItsCharacters(String text) {
        var texts = Stream.concat(
                        CASED.stream().map(form -> "1" + form + "2"),
                        Stream.of(
                                "",
                                "x" + text + "y",
                                text.toUpperCase(Locale.ROOT),
                                text.toLowerCase(Locale.ROOT),
                                "KISS",
                                "kiſs",
                                "KISS",
                                "kıss",
                                "A_B*[C].",
                                "STRASSE",
                                "strasse",
                                "Straße",
                                "100 %",
                                "d+",
                                "X  Y",
                                "X Y"))
                .toList();
        var filterSql = new FilterSql(new ProjectId(PROJECT), HistoryJoin.ALL, around);
        var search = CaseInsensitivePattern.search("one", text, filterSql);
        var sql = "SELECT array_agg(one) FROM unnest(" + filterSql.parameter(texts)
                + "::text[]) one WHERE $1::uuid IS NOT NULL AND " + search;

        var found = db.database()
                .requests()
                .preparedQuery(sql)
                .execute(Tuple.from(new ArrayList<>(filterSql.selection("true").parameters())))
                .await()
                .iterator()
                .next()
                .getArrayOfStrings(0);

        assertThat(found == null ? List.of() : List.of(found))
                .containsExactlyInAnyOrderElementsOf(texts.stream()
                        .filter(one -> folded(one).contains(folded(text)))
                        .toList());
    }

    private static String folded(String text) {
        return text.codePoints()
                .map(CaseInsensitivePattern::foldCase)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private static String kind(FilterCondition one) {
        return one.field().getClass().getSimpleName();
    }

    /** As a selection finds it. */
    private static int check(Map<String, Object> json, Filter filter, HistoryJoin join) {
        var filterSql = new FilterSql(new ProjectId(PROJECT), join, around);
        return check(json, filterSql.selection(filter.requiredSql(filterSql)));
    }

    /** As an expression for each contact finds it. */
    private static int checkEvaluated(Map<String, Object> json, Filter filter) {
        var filterSql = new FilterSql(new ProjectId(PROJECT), HistoryJoin.ALL, around);
        return check(json, filterSql.selection(filter.sql(filterSql)));
    }

    private static int check(Map<String, Object> json, Selection selection) {
        var sql = "SELECT now(), coalesce(array_agg(c.id), '{}') FROM " + selection.from() + " WHERE "
                + selection.where();
        var row = db.database()
                .requests()
                .preparedQuery(sql)
                .execute(Tuple.from(new ArrayList<>(selection.parameters())))
                .onFailure(ignored -> System.err.println(Json.write(json) + "\n" + sql))
                .await()
                .iterator()
                .next();
        var now = row.getOffsetDateTime(0).toInstant();
        var found = Set.of(row.getArrayOfUUIDs(1));
        assertThat(found)
                .as(() -> Json.write(json) + "\n" + sql + "\n" + odd(json, found, now))
                .isEqualTo(meant(json, now));
        return found.size();
    }

    private static Set<UUID> meant(Map<String, Object> json, Instant now) {
        return subjects.stream()
                .filter(subject -> evaluator.holds(json, subject, now))
                .map(TestContact::id)
                .collect(Collectors.toSet());
    }

    private static String odd(Map<String, Object> json, Set<UUID> found, Instant now) {
        return subjects.stream()
                .filter(subject -> found.contains(subject.id()) != evaluator.holds(json, subject, now))
                .limit(2)
                .map(subject -> "found " + found.contains(subject.id()) + ": " + subject)
                .collect(Collectors.joining("\n"));
    }

    private static Filter read(Map<String, Object> json) {
        var body = JsonBody.of(copy(json));
        var filter = FilterReader.read(body);
        return body.build(() -> filter);
    }

    private static Map<String, Object> copy(Map<String, Object> json) {
        return Json.readObject(Json.write(json));
    }

    /** An id of that time, as every event has one. */
    private static UUID idAt(Instant time) {
        var random = UUID.randomUUID();
        return new UUID(
                time.toEpochMilli() << 16 | 0x7000 | random.getMostSignificantBits() & 0xFFF,
                random.getLeastSignificantBits());
    }

    private static void insert(Set<TestContact> members) throws SQLException {
        try (var connection = db.connect()) {
            connection.setAutoCommit(false);
            var contact = connection.prepareStatement("INSERT INTO contacts VALUES (?, ?, ?, ?, ?::jsonb, ?, ?)");
            var event = connection.prepareStatement(
                    "INSERT INTO events (project_id, id, contact_id, name, created_at) VALUES (?, ?, ?, ?, ?)");
            var member = connection.prepareStatement("INSERT INTO segment_members VALUES (?, ?, ?)");
            for (var subject : subjects) {
                bind(
                        contact,
                        PROJECT,
                        subject.id(),
                        subject.email(),
                        subject.subscribed(),
                        Json.write(subject.data()),
                        Timestamp.from(subject.createdAt()),
                        Timestamp.from(subject.updatedAt()));
                for (var entry : subject.events().entrySet()) {
                    for (var time : entry.getValue()) {
                        bind(event, PROJECT, idAt(time), subject.id(), entry.getKey(), Timestamp.from(time));
                    }
                }
                for (var entry : subject.mail().entrySet()) {
                    for (var time : entry.getValue()) {
                        mail(connection, subject, entry.getKey(), time);
                    }
                }
                if (members.contains(subject)) {
                    bind(member, PROJECT, UUID.fromString(LISTED), subject.id());
                }
            }
            for (var statement : Arrays.asList(contact, event, member)) {
                statement.executeBatch();
            }
            connection.commit();
        }
    }

    private static void mail(Connection connection, TestContact subject, String activity, Instant time)
            throws SQLException {
        var column = FilterGenerator.ACTIVITY_TO_COLUMN.get(activity);
        try (var mail = connection.prepareStatement(
                "INSERT INTO emails (project_id, id, contact_id, content_id, source," + " email_class, to_email, "
                        + column + ") VALUES (?, ?, ?, ?, 'CAMPAIGN', 'MARKETING', ?, ?)")) {
            bind(
                    mail,
                    PROJECT,
                    UUID.randomUUID(),
                    subject.id(),
                    UUID.randomUUID(),
                    subject.email(),
                    Timestamp.from(time));
            mail.executeBatch();
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (var at = 0; at < values.length; at++) {
            statement.setObject(at + 1, values[at]);
        }
        statement.addBatch();
    }
}
