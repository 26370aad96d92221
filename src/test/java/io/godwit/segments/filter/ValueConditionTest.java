package io.godwit.segments.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Json;
import io.godwit.web.JsonBody;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the conditions of workflows on one value, every operator of every kind of field. */
class ValueConditionTest {

    /** The day the clocks of Europe go forward, and a Sunday. */
    private static final Instant NOW = Instant.parse("2026-03-29T12:00:00Z");

    private static ValueCondition criterion(String field, String json) {
        var body = JsonBody.of(Json.readObject(json));
        var criterion = ValueCondition.read(body, field);
        return body.build(criterion::orElseThrow);
    }

    /** A JSON value; nothing for a dash. */
    private static @Nullable Object value(String json) {
        return json.equals("-")
                ? null
                : Json.readObject("{\"value\": " + json + "}").get("value");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            exists                               | 0                    | true
            exists                               | ""                   | true
            exists                               | -                    | false
            notExists                            | -                    | true
            notExists                            | false                | false
            equals "pro"                         | "pro"                | true
            equals "pro"                         | "Pro"                | false
            equals "pro"                         | -                    | false
            equals "pro"                         | ["free", "pro"]      | true
            equals "pro"                         | ["free"]             | false
            equals 7                             | 7                    | true
            equals 7                             | 7.0                  | true
            equals 7                             | "7"                  | true
            equals 7                             | " 7.00 "             | true
            equals 7                             | "seven"              | false
            equals true                          | true                 | true
            equals true                          | "true"               | true
            equals true                          | false                | false
            equals "2026-03-29"                  | "2026-03-29T23:59:59Z" | true
            equals "2026-03-29"                  | "2026-03-30T00:30:00+01:00" | true
            equals "2026-03-29"                  | "2026-03-30"         | false
            notEquals "pro"                      | "free"               | true
            notEquals "pro"                      | "pro"                | false
            notEquals "pro"                      | -                    | false
            notEquals 7                          | "7"                  | false
            contains "OLD"                       | "Gold"               | true
            contains "straße"                    | "STRASSE"            | false
            contains "ÄÖ"                        | "xäöy"               | true
            contains "old"                       | ["silver", "gold"]   | true
            contains "old"                       | -                    | false
            notContains "old"                    | "silver"             | true
            notContains "old"                    | "Gold"               | false
            notContains "old"                    | -                    | false
            greaterThan 10                       | 10.5                 | true
            greaterThan 10                       | 10                   | false
            greaterThan 10                       | "11"                 | true
            greaterThan 10                       | "9"                  | false
            greaterThan 10                       | true                 | false
            greaterThan 10                       | -                    | false
            greaterThanOrEqual 10                | 10                   | true
            lessThan 10                          | -3                   | true
            lessThan 10                          | 10                   | false
            lessThanOrEqual 10                   | 10                   | true
            lessThan 1e30                        | 99999999999999999999 | true
            lessThan "m"                         | "ant"                | true
            lessThan "m"                         | "zebra"              | false
            lessThan "m"                         | 3                    | false
            greaterThan "2026-03-29"             | "2026-03-29"         | false
            greaterThan "2026-03-29"             | "2026-03-29T00:00:01Z" | true
            greaterThanOrEqual "2026-03-29"      | "2026-03-29T01:00:00+01:00" | true
            lessThan "2026-03-29T02:30:00+01:00" | "2026-03-29T01:29:59Z" | true
            lessThan "2028-02-29"                | "2028-02-28"         | true
            lessThan "2026-03-29"                | "soon"               | false
            within 2 days                        | "2026-03-27T12:00:00Z" | true
            within 2 days                        | "2026-03-27T11:59:59Z" | false
            within 2 days                        | "2026-04-30"         | true
            within 2 days                        | "never"              | false
            within 2 days                        | -                    | false
            olderThan 2 days                     | "2026-03-27T11:59:59Z" | true
            olderThan 2 days                     | "2026-03-27T12:00:00Z" | false
            olderThan 90 minutes                 | "2026-03-29T10:29:59Z" | true
            olderThan 1 hours                    | "2026-03-29"         | true
            olderThan 1 hours                    | 5                    | false
            """)
    void aCustomFieldIsAskedWhatItSays(String expected, String found, boolean holds) {
        assertThat(criterion("data.field", spelled(expected)).isTrue(value(found), NOW))
                .isEqualTo(holds);
    }

    /** {@code operator value unit} as the API spells it. */
    private static String spelled(String expected) {
        var words = expected.split(" ", 2);
        var rest = Optional.of(words)
                .filter(both -> both.length == 2)
                .map(both -> both[1])
                .orElse("");
        var unit = rest.matches(".* (minutes|hours|days)") ? rest.substring(rest.lastIndexOf(' ') + 1) : "";
        var value = unit.isEmpty() ? rest : rest.substring(0, rest.lastIndexOf(' '));
        return "{\"operator\": \"" + words[0] + "\"" + (value.isEmpty() ? "" : ", \"value\": " + value)
                + (unit.isEmpty() ? "" : ", \"unit\": \"" + unit + "\"") + "}";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            equals "2026-03-29"             | 2026-03-29T00:00:00Z | true
            equals "2026-03-29"             | 2026-03-30T00:00:00Z | false
            notEquals "2026-03-29"          | 2026-03-30T00:00:00Z | true
            notEquals "2026-03-29"          | 2026-03-29T23:59:59Z | false
            greaterThan "2026-03-29"        | 2026-03-29T00:00:00Z | false
            greaterThanOrEqual "2026-03-29" | 2026-03-29T00:00:00Z | true
            lessThan "2024-02-29"           | 2024-02-28T23:59:59Z | true
            lessThanOrEqual "2024-02-29"    | 2024-02-29T00:00:00Z | true
            lessThanOrEqual "2024-02-29"    | 2024-02-29T00:00:01Z | false
            within 36 hours                 | 2026-03-28T00:00:00Z | true
            within 36 hours                 | 2026-03-27T23:59:59Z | false
            olderThan 1 days                | 2026-03-28T11:59:59Z | true
            olderThan 1 days                | 2026-03-28T12:00:00Z | false
            """)
    void aMomentOfTheContactIsComparedWithDaysAndAges(String expected, Instant found, boolean holds) {
        assertThat(criterion("createdAt", spelled(expected)).isTrue(found, NOW)).isEqualTo(holds);
        assertThat(criterion("updatedAt", spelled(expected)).isTrue(found, NOW)).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            triggered                   | 2020-01-01T00:00:00Z | true
            triggered                   |                      | false
            notTriggered                | 2020-01-01T00:00:00Z | false
            notTriggered                |                      | true
            triggeredWithin 1 days      | 2026-03-28T12:00:00Z | true
            triggeredWithin 1 days      | 2026-03-28T11:59:59Z | false
            triggeredWithin 1 days      |                      | false
            triggeredOlderThan 1 days   | 2026-03-28T11:59:59Z | true
            triggeredOlderThan 1 days   | 2026-03-28T12:00:00Z | false
            triggeredOlderThan 1 days   |                      | false
            notTriggeredWithin 1 days   | 2026-03-28T11:59:59Z | true
            notTriggeredWithin 1 days   | 2026-03-28T12:00:00Z | false
            notTriggeredWithin 1 days   |                      | true
            """)
    void whatLastHappenedIsAskedWhetherAndWhen(String expected, @Nullable Instant last, boolean holds) {
        assertThat(criterion("email.opened", spelled(expected)).isTrue(last, NOW))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            equals "Ada@Example.com "    | true
            equals "bob@example.com"     | false
            notEquals "ada@example.com"  | false
            notEquals "bob@example.com"  | true
            contains "EXAMPLE"           | true
            contains "gmail"             | false
            notContains "gmail"          | true
            """)
    void anAddressIsComparedAsItIsStored(String expected, boolean holds) {
        assertThat(criterion("email", spelled(expected)).isTrue("ada@example.com", NOW))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({"contains,false", "notContains,true"})
    void aBlankIsInNoAddress(String operator, boolean holds) {
        var criterion = criterion("email", "{\"operator\": \"" + operator + "\", \"value\": \" \"}");

        assertThat(criterion.isTrue("ada@example.com", NOW)).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({
        "equals true,true,true",
        "equals true,false,false",
        "equals false,false,true",
        "notEquals true,false,true",
        "notEquals true,true,false"
    })
    void aSubscriptionIsAFlag(String expected, boolean found, boolean holds) {
        assertThat(criterion("subscribed", spelled(expected)).isTrue(found, NOW))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({
        "memberOfSegment,true,true", "memberOfSegment,false,false", "memberOfSegment,,false",
        "notMemberOfSegment,false,true", "notMemberOfSegment,true,false", "notMemberOfSegment,,false"
    })
    void aSegmentThatIsGoneHoldsNobodyAndKeepsNobodyOut(String expected, @Nullable Boolean found, boolean holds) {
        var criterion = criterion("segment.0190f3c4-0000-7000-8000-000000000001", spelled(expected));

        assertThat(criterion.isTrue(found, NOW)).isEqualTo(holds);
    }
}
