package io.godwit.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.compare.RecordedRequest.Origin;
import io.godwit.compare.RecordedRequest.RequestContent;
import io.godwit.compare.RecordedRequest.Sequel;
import java.net.http.HttpHeaders;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AnswerComparisonTest {

    private static final String ONE = "00000000-0000-4000-8000-000000000001";
    private static final String TWO = "00000000-0000-4000-8000-000000000002";
    private static final String THREE = "00000000-0000-4000-8000-000000000003";
    private static final String FOUR = "00000000-0000-4000-8000-000000000004";
    private static final String ROUTE = "GET /contacts/:id";

    private final TokenPairs pairs = new TokenPairs();

    @Test
    void aMemberThatIsGoneIsADifference() {
        assertThat(differences("{\"a\": 1, \"b\": 2}", "{\"b\": 2}")).containsExactly(difference("/a", "1", ""));
    }

    @Test
    void aNewMemberIsAdditive() {
        var differences = differences("{\"a\": 1}", "{\"a\": 1, \"b\": null}");

        assertThat(differences).containsExactly(difference("/b", "", "null"));
        assertThat(differences.get(0).isAdditive()).isTrue();
    }

    @Test
    void anotherValueAndAnotherTypeAreDifferences() {
        assertThat(differences("{\"a\": \"x\", \"b\": 1}", "{\"a\": \"y\", \"b\": \"1\"}"))
                .containsExactly(difference("/a", "x", "y"), difference("/b", "1", "1"));
    }

    @Test
    void theSameNumberWrittenDifferentlyIsTheSame() {
        assertThat(differences("{\"a\": 1.0}", "{\"a\": 1}")).isEmpty();
    }

    @Test
    void membersOfAnArrayAreOneDifference() {
        assertThat(differences("[{\"a\": 1}, {\"a\": 1}]", "[{\"a\": 2}, {\"a\": 2}]"))
                .containsExactly(difference("/*/a", "1", "2"));
    }

    @Test
    void anArrayOfAnotherLengthIsADifference() {
        assertThat(differences("[1]", "[1, 2]"))
                .containsExactly(difference("", "1 elements: [1]", "2 elements: [1,2]"));
    }

    @Test
    void idsThatStandAtTheSamePlacesAreTheSame() {
        assertThat(differences(
                        "[\"" + ONE + "\", \"" + TWO + "\", \"" + ONE + "\"]",
                        "[\"" + THREE + "\", \"" + FOUR + "\", \"" + THREE + "\"]"))
                .isEmpty();
    }

    @Test
    void anIdThatStandsForAnotherOneThanBeforeIsADifference() {
        assertThat(differences(
                        "[\"" + ONE + "\", \"" + TWO + "\", \"" + ONE + "\"]",
                        "[\"" + THREE + "\", \"" + FOUR + "\", \"" + FOUR + "\"]"))
                .containsExactly(difference("/*", "<id>", "<id>"));
    }

    @Test
    void timesOfTheSameFormAreTheSame() {
        assertThat(differences(
                        "{\"at\": \"2026-01-02T03:04:05.678Z\", \"time\": 1767225600000}",
                        "{\"at\": \"2026-11-12T13:14:15.167Z\", \"time\": 1767225600001}"))
                .isEmpty();
    }

    @Test
    void aTimeOfAnotherFormIsADifference() {
        assertThat(differences("{\"at\": \"2026-01-02T03:04:05.678Z\"}", "{\"at\": \"2026-01-02T03:04:05Z\"}"))
                .containsExactly(difference("/at", "0000-00-00T00:00:00.000Z", "0000-00-00T00:00:00Z"));
    }

    @Test
    void addressesAndKeysInTextsAreTheSame() {
        assertThat(differences(
                        "{\"url\": \"http://localhost:8080/t/abcdefghij0123456789\"}",
                        "{\"url\": \"http://localhost:9090/t/zyxwvutsrq9876543210\"}"))
                .isEmpty();
    }

    @Test
    void aLongWordIsNoKey() {
        assertThat(differences("{\"code\": \"SEGMENT_MEMBERSHIP_WRONG\"}", "{\"code\": \"SEGMENT_MEMBERSHIP_OTHER\"}"))
                .hasSize(1);
    }

    @Test
    void statusAndHeadersAreCompared() {
        var older = RecordedAnswer.of(200, headers("cache-control", "no-store", "allow", "GET, POST"), "");
        var newer = RecordedAnswer.of(404, headers("allow", "POST, GET, PUT", "location", "/"), "");

        assertThat(AnswerComparison.of(pairs, request(), older, newer))
                .containsExactly(
                        difference("status", "200", "404"),
                        difference("header cache-control", "no-store", ""),
                        difference("header allow", "", "PUT"),
                        difference("header location", "", "/"));
    }

    @Test
    void secondsUntilTheNextAttemptMayDiffer() {
        var older = RecordedAnswer.of(429, headers("retry-after", "7", "ratelimit-limit", "1000"), "");
        var newer = RecordedAnswer.of(429, headers("retry-after", "31", "ratelimit-limit", "1000"), "");

        assertThat(AnswerComparison.of(pairs, request(), older, newer)).isEmpty();
    }

    private List<AnswerDifference> differences(String older, String newer) {
        var json = headers("content-type", "application/json");
        return AnswerComparison.of(
                pairs, request(), RecordedAnswer.of(200, json, older), RecordedAnswer.of(200, json, newer));
    }

    private static AnswerDifference difference(String where, String older, String newer) {
        return new AnswerDifference(ROUTE, "secret GET /contacts/$ada", where, older, newer);
    }

    private static RecordedRequest request() {
        return new RecordedRequest(
                new Origin("contacts", ROUTE, ""),
                RequestCaller.SECRET,
                "GET",
                "/contacts/$ada",
                new RequestContent(Optional.empty(), Map.of()),
                Sequel.NOTHING);
    }

    private static HttpHeaders headers(String... namesAndValues) {
        var headers = new HashMap<String, List<String>>();
        for (var place = 0; place < namesAndValues.length; place += 2) {
            headers.put(namesAndValues[place], List.of(namesAndValues[place + 1]));
        }
        return HttpHeaders.of(headers, (name, value) -> true);
    }
}
