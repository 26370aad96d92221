package io.godwit.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.EventStream;
import io.godwit.kit.EventStream.Event;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The entries that come with the news of a project's activity. */
@GodwitServer
class LiveActivityTest {

    private static TestServer server;

    private static void track(int project, String email, String event) {
        var body = new JsonObject()
                .put("email", email)
                .put("event", event)
                .put("data", new JsonObject().put("friend", "friend@example.com"));
        var answer = server.post("/v1/track", server.secretKey(project), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static String unique(String name) {
        return name + "_" + UUID.randomUUID().toString().substring(0, 8);
    }

    private static Stream<JsonObject> items(Event event) {
        return event.isChangeOf("activity")
                ? event.json().getJsonArray("items", new JsonArray()).stream().map(JsonObject.class::cast)
                : Stream.empty();
    }

    private static boolean tells(Event event, String name) {
        return items(event)
                .anyMatch(item -> name.equals(item.getJsonObject("metadata").getString("eventName")));
    }

    @Test
    void anEventComesAsTheEntryThatTheFeedShowsWithoutWhatElseTheEventCarries() {
        var name = unique("met");
        try (var stream = EventStream.of(server, 0, "activity")) {
            track(0, "ada@example.com", name);

            var news = stream.next(event -> tells(event, name));
            var item = items(news)
                    .filter(each -> name.equals(each.getJsonObject("metadata").getString("eventName")))
                    .findFirst()
                    .orElseThrow();
            var listed = new JsonObject(
                            server.get("/activity?limit=1", server.secretKey(0)).body())
                    .getJsonArray("data")
                    .getJsonObject(0);
            assertThat(item.getString("id")).isEqualTo(listed.getString("id"));
            assertThat(item.getString("type")).isEqualTo("event.triggered");
            assertThat(item.getString("timestamp")).isEqualTo(listed.getString("timestamp"));
            assertThat(item.getString("contactEmail")).isEqualTo("ada@example.com");
            assertThat(news.data()).doesNotContain("friend@example.com");
        }
    }

    @Test
    void atMostTwentyEntriesComeAndItIsSaidThatThereWereMore() {
        var last = unique("last");
        try (var stream = EventStream.of(server, 1, "activity")) {
            for (var number = 0; number < 25; number++) {
                track(1, "many@example.com", unique("many"));
            }
            track(1, "many@example.com", last);

            var news = stream.next(event -> tells(event, last));
            assertThat(items(news)).hasSize(20);
            assertThat(news.json().getBoolean("cut")).isTrue();
        }
    }

    @Test
    void anEmailThatIsNotSentComesAlthoughItIsNoEvent() {
        var to = unique("no") + "@example.com";
        server.post(
                "/suppressions",
                server.secretKey(0),
                new JsonObject().put("email", to).put("reason", "BOUNCE"));
        try (var stream = EventStream.of(server, 0, "activity")) {
            var mail = new JsonObject()
                    .put("to", to)
                    .put("from", "hello@" + server.domain(0))
                    .put("subject", "Hello")
                    .put("body", "<p>Hello</p>");
            assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                    .isEqualTo(200);

            stream.next(event -> items(event)
                    .anyMatch(item -> item.getString("type").equals("email.suppressed")
                            && to.equals(item.getString("contactEmail"))));
        }
    }

    @Test
    void anotherProjectsEntriesAreNotHeard() {
        var name = unique("secret");
        try (var own = EventStream.of(server, 0, "activity");
                var foreign = EventStream.of(server, 1, "activity")) {
            track(0, "ada@example.com", name);
            own.next(event -> tells(event, name));

            var later = unique("later");
            track(1, "bob@example.com", later);
            foreign.next(event -> tells(event, later));
            assertThat(foreign.events()).noneMatch(event -> event.data().contains(name));
        }
    }

    @Test
    void whoeverFollowsTheActivityOfOneContactHearsThatItChangedAndNothingOfOthers() {
        var name = unique("other");
        var contact = UUID.randomUUID();
        try (var stream = EventStream.of(server, 0, "activity:" + contact)) {
            track(0, "ada@example.com", name);

            stream.nextChange("activity");
            assertThat(stream.events()).noneMatch(event -> event.data().contains("items"));
        }
    }

    @Test
    void aStreamBeatsWhileNothingHappens() {
        try (var stream = EventStream.of(server, 0, "domain")) {
            stream.next(event -> event.name().equals("state"));
            stream.forget();

            stream.next(event -> event.name().equals("beat"));
            stream.forget();
            stream.next(event -> event.name().equals("beat"));
        }
    }
}
