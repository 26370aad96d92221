package io.godwit.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.core.Failure;
import io.godwit.web.JsonBody;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The audience that a request names: with a part of it left out in silence, a campaign would be sent to everybody. */
class CampaignRequestTest {

    private static final String SEGMENT = "'segmentId': '0198f3a2-0000-7000-8000-000000000000'";
    private static final String CONDITION = "{'field': 'data.plan', 'operator': 'exists'}";
    private static final String FILTER = "'audienceFilter': {'operator': 'AND', 'conditions': [" + CONDITION + "]}";
    private static final String GROUPS =
            "'audienceCondition': {'logic': 'AND', 'groups': [{'filters': [" + CONDITION + "]}]}";

    @ParameterizedTest
    @CsvSource({
        "ALL, segment, segmentId",
        "ALL, filter, audienceFilter",
        "ALL, groups, audienceCondition",
        "SEGMENT, segment filter, audienceFilter",
        "SEGMENT, segment groups, audienceCondition",
        "FILTERED, filter segment, segmentId"
    })
    void anAudienceInTwoWaysIsAMistake(String type, String members, String field) {
        var failure =
                catchThrowableOfType(Failure.class, () -> created("'audienceType': '" + type + "', " + json(members)));

        assertThat(failure.issues()).extracting(Failure.Issue::field).containsExactly(field);
    }

    @ParameterizedTest
    @CsvSource({"ALL, segment, segmentId", "ALL, filter, audienceFilter", "FILTERED, segment, segmentId"})
    void aChangeOfAnAudienceThatTheCampaignDoesNotHaveIsAMistake(String type, String members, String field) {
        var before = created("'audienceType': '" + type + "'" + (type.equals("FILTERED") ? ", " + FILTER : ""));

        var failure = catchThrowableOfType(Failure.class, () -> read("{" + json(members) + "}", Optional.of(before)));

        assertThat(failure.issues()).extracting(Failure.Issue::field).containsExactly(field);
    }

    /** Clients send back whole answers, and forms their empty fields. */
    @ParameterizedTest
    @ValueSource(strings = {"'segmentId': ''", "'segmentId': null, 'audienceFilter': null, 'audienceCondition': null"})
    void anEmptyMemberIsNoAudience(String members) {
        assertThat(created("'audienceType': 'ALL', " + members).audience()).isEqualTo(Audience.ALL);
    }

    /** As a client that changes one member of an answer and sends all of it back. */
    @Test
    void anUpdateThatNamesTheKindMayBringBackWhatBelongsToAnother() {
        var before = created("'audienceType': 'FILTERED', " + FILTER);

        var after = read("{'audienceType': 'ALL', " + json("segment filter groups") + "}", Optional.of(before));

        assertThat(after.audience()).isEqualTo(Audience.ALL);
    }

    private static String json(String members) {
        return Stream.of(members.split(" "))
                .map(Map.of("segment", SEGMENT, "filter", FILTER, "groups", GROUPS)::get)
                .collect(Collectors.joining(", "));
    }

    private static CampaignDraft created(String audience) {
        return read(
                "{'name': 'July', 'subject': 'News', 'body': '<p>News</p>', 'from': 'a@example.test', " + audience
                        + "}",
                Optional.empty());
    }

    private static CampaignDraft read(String body, Optional<CampaignDraft> before) {
        return CampaignRequest.read(JsonBody.of(new JsonObject(body.replace('\'', '"')).getMap()), before);
    }
}
