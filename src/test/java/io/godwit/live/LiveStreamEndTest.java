package io.godwit.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Change;
import io.godwit.core.ChangeTopic;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.EventStream;
import io.godwit.kit.EventStream.Event;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what a stream tells when the node stops, the database is away, or its client does not read. */
@CloseFields
class LiveStreamEndTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Vertx VERTX = Vertx.vertx();

    @Test
    void aNodeThatStopsTellsWhenToConnectAgainAndEndsTheStream() {
        try (var server = TestServer.start();
                var stream = EventStream.of(server, 0, "email")) {
            stream.next(event -> event.name().equals("state"));
            stream.forget();

            server.restart();

            stream.awaitEnd();
            assertThat(stream.events())
                    .extracting(Event::name)
                    .contains("retry")
                    .doesNotContain("cut");
        }
    }

    @Test
    void aLostDatabaseIsToldAndItsReturnToo() {
        try (var database = TestDatabase.fresh(VERTX);
                var wire = TcpProxy.to(VERTX, "127.0.0.1", database.port());
                var server = TestServer.start(Map.of(
                        "GODWIT_DATABASE_URL",
                        database.url().replace(":" + database.port() + "/", ":" + wire.port() + "/")));
                var stream = EventStream.of(server, 0, "email")) {
            stream.next(event -> isState(event, "up"));
            stream.forget();

            wire.stall();
            wire.resetAll();
            stream.next(event -> isState(event, "down"));
            wire.pass();

            stream.next(event -> isState(event, "up"));
            stream.next(event -> event.name().equals("resync"));
        }
    }

    @Test
    void aSilentDatabaseIsToldLongBeforeRequestsAreRefused() {
        try (var database = TestDatabase.fresh(VERTX);
                var wire = TcpProxy.to(VERTX, "127.0.0.1", database.port());
                var server = TestServer.start(Map.of(
                        "GODWIT_DATABASE_URL",
                        database.url().replace(":" + database.port() + "/", ":" + wire.port() + "/")));
                var stream = EventStream.of(server, 0, "email")) {
            stream.next(event -> isState(event, "up"));
            stream.forget();

            wire.stall();
            stream.next(event -> isState(event, "late"));
            stream.next(event -> isState(event, "down"));
            wire.pass();

            stream.next(event -> isState(event, "up"));
            stream.next(event -> event.name().equals("resync"));
        }
    }

    private static boolean isState(Event event, String database) {
        return event.name().equals("state") && database.equals(event.json().getString("database"));
    }

    @Test
    void aClientThatDoesNotReadIsToldToReadAnewInThePlaceOfABacklog() {
        var stream = stream();
        var unread = stream.next();
        stream.sendNow("event: first\ndata: {}\n\n");
        assertThat(text(unread)).contains("first");

        for (var number = 0; number < 300; number++) {
            change(stream);
        }

        assertThat(text(stream.next())).isEqualTo("event: resync\ndata: {}\n\n");
        change(stream);
        var later = stream.next();
        await().atMost(TIMEOUT).until(() -> {
            stream.tick();
            return later.isComplete();
        });
        assertThat(text(later)).contains("changed");
    }

    @Test
    void changesOfOneThingLeaveAsOne() {
        var stream = stream();
        var change = new Change(Ids.next(), ChangeTopic.EMAIL, Ids.next());
        stream.changed(change, "event: changed\ndata: 1\n\n");
        stream.changed(change, "event: changed\ndata: 2\n\n");

        assertThat(text(stream.next())).isEqualTo("event: changed\ndata: 2\n\n");
    }

    /** A change that waits for its time may be younger than the loss of the right to hear of it. */
    @Test
    void aClientThatHasLostItsRightHearsOfNoChangeThatWasWaiting() {
        var stream = stream();
        change(stream);
        assertThat(text(stream.next())).contains("changed");
        var goodbye = stream.next();
        change(stream);

        stream.revoke();

        assertThat(text(goodbye)).isEqualTo(LiveEvent.BYE);
    }

    @Test
    void aClientThatHasLostTheRightToAFurtherProjectHearsOfItsOtherChanges() {
        var stream = stream();
        change(stream);
        assertThat(text(stream.next())).contains("changed");
        var lost = new Change(Ids.next(), ChangeTopic.EMAIL, Ids.next());
        stream.changed(lost, "event: changed\ndata: lost\n\n");
        stream.changed(new Change(Ids.next(), ChangeTopic.EMAIL, Ids.next()), "event: changed\ndata: kept\n\n");

        stream.leave(lost.project());
        var later = stream.next();
        await().atMost(TIMEOUT).until(() -> {
            stream.tick();
            return later.isComplete();
        });

        assertThat(text(later)).isEqualTo(LiveEvent.left(lost.project()));
        assertThat(text(nextChange(stream))).contains("kept").doesNotContain("lost");
    }

    private static Future<Optional<Buffer>> nextChange(LiveStream stream) {
        var next = stream.next();
        await().atMost(TIMEOUT).until(() -> {
            stream.tick();
            return next.isComplete();
        });
        return next;
    }

    private static LiveStream stream() {
        var project = Ids.next();
        var subscriber = new StreamSubscriber(
                new ProjectId(project), project, TopicFilter.ALL, false, Optional.empty(), Optional.empty());
        return new LiveStream(VERTX, subscriber, ended -> {});
    }

    private static void change(LiveStream stream) {
        stream.changed(new Change(Ids.next(), ChangeTopic.EMAIL, Ids.next()), "event: changed\ndata: {}\n\n");
    }

    private static String text(Future<Optional<Buffer>> piece) {
        return piece.await().map(Buffer::toString).orElse("");
    }
}
