package io.godwit.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.EventStream;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests how many streams may be open, and when they end. */
@GodwitServer({"GODWIT_LIVE_STREAMS=5", "GODWIT_LIVE_PER_USER=2", "GODWIT_LIVE_CHECK=1s"})
class LiveStreamLimitsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;

    private static EventStream ofKey(int project) {
        return EventStream.of(server, project, "email");
    }

    private static EventStream of(BrowserUser person) {
        return EventStream.open(
                server.baseUrl() + "/projects/" + server.projectId(0) + "/stream", "Cookie", person.cookie());
    }

    /** Somebody who has joined the first project. */
    private static BrowserUser member() {
        var person = BrowserUser.signedUp(server, "m" + UUID.randomUUID() + "@example.com");
        var invited = server.post(
                "/projects/" + server.projectId(0) + "/members",
                server.secretKey(0),
                new JsonObject().put("email", person.email()));
        assertThat(invited.statusCode()).as(invited.body()).isEqualTo(200);
        person.acceptInvitations();
        return person;
    }

    @Test
    void oneTooManyOfAUserIsRefusedUntilAnotherIsClosed() {
        try (var first = ofKey(0)) {
            assertThat(first.status()).isEqualTo(200);

            try (var second = ofKey(0);
                    var third = ofKey(0)) {
                assertThat(second.status()).isEqualTo(200);
                assertThat(third.status()).isEqualTo(503);
                assertThat(third.answer().headers().firstValue("Retry-After")).isPresent();
            }
            awaitFreeStreams(0);
        }
    }

    @Test
    void aStreamThatIsRefusedForAnUnknownParameterIsNotCounted() {
        for (var time = 0; time < 3; time++) {
            try (var refused = EventStream.of(server, 1, "email&nonsense=1")) {
                assertThat(refused.status()).isEqualTo(422);
            }
        }

        awaitFreeStreams(1);
    }

    @Test
    void oneTooManyOfTheNodeIsRefusedWhoeverAsks() {
        var one = member();
        var other = member();
        try (var first = ofKey(0);
                var second = ofKey(0);
                var third = ofKey(1);
                var fourth = ofKey(1);
                var fifth = of(one);
                var sixth = of(other)) {
            assertThat(List.of(first, second, third, fourth, fifth))
                    .extracting(EventStream::status)
                    .containsOnly(200);
            assertThat(sixth.status()).isEqualTo(503);
        }
        awaitFreeStreams(0);
        awaitFreeStreams(1);
    }

    private static void awaitFreeStreams(int project) {
        await().atMost(TIMEOUT).until(() -> {
            try (var again = ofKey(project)) {
                return again.status() == 200;
            }
        });
    }

    @Test
    void aMemberWhoIsRemovedIsToldGoodbye() {
        var person = member();
        try (var stream = of(person)) {
            stream.next(event -> event.name().equals("state"));

            server.call(
                    "DELETE", "/projects/" + server.projectId(0) + "/members/" + person.id(), server.secretKey(0), "");

            stream.next(event -> event.name().equals("bye"));
            stream.awaitEnd();
        }
    }

    @Test
    void whoeverSignsOutIsToldGoodbyeAtTheNextCheck() {
        var person = member();
        try (var stream = of(person)) {
            stream.next(event -> event.name().equals("state"));

            person.signOut();

            stream.next(event -> event.name().equals("bye"));
            stream.awaitEnd();
        }
    }

    @Test
    void aStrangerHasNoStream() {
        var stranger = BrowserUser.signedUp(server, "s" + UUID.randomUUID() + "@example.com");

        try (var stream = of(stranger)) {
            assertThat(stream.status()).isEqualTo(404);
        }
    }
}
