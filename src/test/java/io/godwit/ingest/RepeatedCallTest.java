package io.godwit.ingest;

import static io.godwit.ingest.TestIngest.event;
import static io.godwit.ingest.TestIngest.tracked;
import static io.godwit.ingest.TrackRoutesTest.refusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.TcpProxy;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@CloseFields
class RepeatedCallTest {

    private static final TestIngest INGEST = TestIngest.start();
    private static final TestIngest OTHER_NODE = TestIngest.besides(INGEST, INGEST.db.port());

    private final Tenant project = INGEST.project();

    @Test
    void aRepeatedCallIsAnsweredLikeTheFirstOnEveryNode() {
        var first = INGEST.track(project, claim("k", "a"), event("ada@example.com", Map.of()))
                .await();

        var here = INGEST.track(project, claim("k", "a"), event("ada@example.com", Map.of()))
                .await();
        var there = OTHER_NODE
                .track(project, claim("k", "a"), event("ada@example.com", Map.of()))
                .await();

        assertThat(json(here))
                .isEqualTo(json(there))
                .contains(tracked(first).event().toString());
        assertThat(here.headers()).containsEntry("Idempotent-Replay", "true");
        assertThat(INGEST.count("events", project)).isEqualTo(1);
    }

    /** Of a node whose words to PostgreSQL take long: the key is locked until the last of them is there. */
    @Test
    void aKeyIsFreeOnEveryNodeWhenItsCallIsAnswered() {
        try (var proxy = TcpProxy.to(INGEST.vertx, "127.0.0.1", INGEST.db.port());
                var slow = TestIngest.besides(INGEST, proxy.port())) {
            proxy.delay(Duration.ofMillis(300));
            slow.track(project, claim("k", "a"), event("ada@example.com", Map.of()))
                    .await();
            INGEST.track(project, claim("k", "a"), event("ada@example.com", Map.of()))
                    .await();
            slow.track(project, claim("k", "a"), event("ada@example.com", Map.of()))
                    .await();

            var next = INGEST.track(project, claim("k", "a"), event("ada@example.com", Map.of()))
                    .await();

            assertThat(next.headers()).containsEntry("Idempotent-Replay", "true");
        }
    }

    @Test
    void aKeyThatWasUsedForSomethingElseIsRefused() {
        INGEST.track(project, claim("k", "a"), event("ada@example.com", Map.of()))
                .await();

        var reused = INGEST.track(project, claim("k", "b"), event("bo@example.com", Map.of()));

        assertThat(refusal(reused).kind()).isEqualTo(Kind.IDEMPOTENCY_KEY_REUSED);
        assertThat(INGEST.count("contacts", project)).isEqualTo(1);
    }

    @Test
    void oneOfManyAtOnceIsDoneAndTheOthersAreToldSo() {
        var calls = IntStream.range(0, 40)
                .mapToObj(n -> (n % 2 == 0 ? INGEST : OTHER_NODE)
                        .track(project, claim("k", "a"), event("ada@example.com", Map.of())))
                .toList();
        Future.join(calls).otherwiseEmpty().await();

        assertThat(INGEST.count("events", project)).isEqualTo(1);
        assertThat(calls.stream().filter(Future::succeeded)).isNotEmpty();
        assertThat(calls.stream().filter(Future::failed).map(call -> ((Failure) call.cause()).kind()))
                .allMatch(Kind.IDEMPOTENCY_IN_PROGRESS::equals);
    }

    @Test
    void aRefusalFreesTheKey() {
        var refused = INGEST.ingest.accept(SampleSends.of(
                project,
                io.godwit.templates.EmailClass.MARKETING,
                claim("k", "a"),
                Optional.empty(),
                List.of("ada@example.com")));
        assertThat(refusal(refused).kind()).isEqualTo(Kind.BAD_REQUEST);

        var accepted = INGEST.track(project, claim("k", "b"), event("ada@example.com", Map.of()));

        assertThat(tracked(accepted.await()).success()).isTrue();
    }

    @Test
    void theSameKeyInAnotherProjectIsAnotherKey() {
        var other = INGEST.project();
        INGEST.track(project, claim("k", "a"), event("ada@example.com", Map.of()))
                .await();

        var response = INGEST.track(
                other,
                Optional.of(new IdempotencyClaim(other.project().value(), "k", "a".getBytes(UTF_8))),
                event("ada@example.com", Map.of()));

        assertThat(tracked(response.await()).success()).isTrue();
        assertThat(INGEST.count("events", other)).isEqualTo(1);
    }

    private Optional<IdempotencyClaim> claim(String key, String request) {
        return Optional.of(new IdempotencyClaim(project.project().value(), key, request.getBytes(UTF_8)));
    }

    private static String json(ApiResponse response) {
        return new String((byte[]) response.body(), UTF_8);
    }
}
