package io.godwit.ingest;

import static io.godwit.ingest.TestIngest.as;
import static io.godwit.ingest.TestIngest.event;
import static io.godwit.ingest.TestIngest.tracked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@CloseFields
class TrackRoutesTest {

    private static final TestIngest INGEST = TestIngest.start();

    private final Tenant project = INGEST.project();

    @Test
    void anUnknownAddressBecomesASubscribedContactWithAnEvent() {
        var before = Instant.now().minusSeconds(60);

        var answer = tracked(INGEST.track(project, event("ada@example.com", Map.of("plan", "pro")))
                .await());

        var contact = INGEST.contact(project, "ada@example.com");
        assertThat(contact).containsEntry("id", answer.contact().value()).containsEntry("subscribed", true);
        assertThat(contact).containsEntry("data", "{\"plan\": \"pro\"}");
        var row = INGEST.db
                .query("SELECT * FROM events WHERE id = ?", answer.event().value())
                .get(0);
        assertThat(row).containsEntry("name", "signed up").containsEntry("contact_id", contact.get("id"));
        assertThat(row.get("data")).hasToString("{\"plan\": \"pro\"}");
        assertThat(answer.timestamp()).isAfter(before);
        assertThat(answer.timestamp().toEpochMilli()).isEqualTo(((java.sql.Timestamp) row.get("created_at")).getTime());
    }

    @Test
    void aSecondCallPatchesTheContactAndLeavesTheRest() {
        INGEST.track(project, event("ada@example.com", Map.of("plan", "pro", "age", 36)))
                .await();

        INGEST.track(project, event("ada@example.com", Map.of("plan", "free", "note", "")))
                .await();

        assertThat(INGEST.contact(project, "ada@example.com"))
                .containsEntry("data", "{\"age\": 36, \"plan\": \"free\"}");
        assertThat(INGEST.count("events", project)).isEqualTo(2);
    }

    @Test
    void aCallThatChangesNothingWritesNoContact() {
        INGEST.track(project, event("ada@example.com", Map.of("plan", "pro"))).await();
        var before = INGEST.contact(project, "ada@example.com");

        INGEST.track(project, event("ada@example.com", Map.of("plan", "pro"))).await();

        assertThat(INGEST.contact(project, "ada@example.com").get("updated_at")).isEqualTo(before.get("updated_at"));
    }

    @Test
    void aChangedSubscriptionIsAnEventAndANewContactIsNone() {
        INGEST.track(project, Map.of("email", "ada@example.com", "event", "one", "subscribed", false))
                .await();
        INGEST.track(project, Map.of("email", "ada@example.com", "event", "two", "subscribed", true))
                .await();
        INGEST.track(project, Map.of("email", "ada@example.com", "event", "three", "subscribed", true))
                .await();
        INGEST.track(project, Map.of("email", "ada@example.com", "event", "four"))
                .await();
        INGEST.track(project, Map.of("email", "ada@example.com", "event", "five", "subscribed", false))
                .await();

        assertThat(INGEST.events(project))
                .containsExactly("one", "contact.subscribed", "two", "three", "four", "contact.unsubscribed", "five");
    }

    @Test
    void aPublicKeyDoesNotChangeASubscription() {
        var open = as(project, Caller.PUBLIC_KEY);
        INGEST.track(project, event("ada@example.com", Map.of())).await();

        INGEST.track(open, Map.of("email", "ada@example.com", "event", "left", "subscribed", false))
                .await();
        INGEST.track(open, Map.of("email", "bo@example.com", "event", "left", "subscribed", false))
                .await();

        assertThat(INGEST.contact(project, "ada@example.com")).containsEntry("subscribed", true);
        assertThat(INGEST.contact(project, "bo@example.com")).containsEntry("subscribed", false);
        assertThat(INGEST.events(project)).doesNotContain("contact.unsubscribed");
    }

    @Test
    void aRotatedKeyAndADisabledProjectWriteNothing() {
        var rotated = INGEST.project();
        var disabled = INGEST.project();
        INGEST.db.query(
                "UPDATE projects SET keys_version = 2 WHERE id = ?",
                rotated.project().value());
        INGEST.db.query(
                "UPDATE projects SET disabled = true, keys_version = 2 WHERE id = ?",
                disabled.project().value());

        var batch = List.of(
                INGEST.track(rotated, event("ada@example.com", Map.of())),
                INGEST.track(disabled, event("ada@example.com", Map.of())),
                INGEST.track(project, event("ada@example.com", Map.of())));
        Future.join(batch).otherwiseEmpty().await();

        assertThat(refusal(batch.get(0)).kind()).isEqualTo(Kind.INVALID_API_KEY);
        assertThat(refusal(batch.get(1)).kind()).isEqualTo(Kind.PROJECT_DISABLED);
        assertThat(batch.get(2).succeeded()).isTrue();
        assertThat(INGEST.count("contacts", rotated) + INGEST.count("contacts", disabled))
                .isZero();
        assertThat(INGEST.count("events", rotated) + INGEST.count("events", disabled))
                .isZero();
    }

    @Test
    void theCallThatWouldMakeAContactTooLargeIsRefusedAlone() {
        var half = "x".repeat(40_000);
        INGEST.track(project, event("ada@example.com", Map.of("a", half))).await();

        var tooMuch = INGEST.track(project, event("ada@example.com", Map.of("b", half)));
        var fitting = INGEST.track(project, event("ada@example.com", Map.of("a", "small")));
        var fitsNow = INGEST.track(project, event("ada@example.com", Map.of("b", half)));
        Future.join(tooMuch, fitting, fitsNow).otherwiseEmpty().await();

        assertThat(refusal(tooMuch).kind()).isEqualTo(Kind.VALIDATION_ERROR);
        assertThat(fitting.succeeded()).isTrue();
        assertThat(fitsNow.succeeded()).isTrue();
        assertThat(INGEST.count("events", project)).isEqualTo(3);
    }

    @Test
    void theFirstValueFixesTheTypeOfAField() {
        INGEST.track(project, event("ada@example.com", Map.of("age", 1, "born", "2026-01-31", "ok", true, "x", "1")))
                .await();
        INGEST.track(project, event("ada@example.com", Map.of("age", "old", "born", 7)))
                .await();

        var types = INGEST.db.query(
                "SELECT name, type FROM fields WHERE project_id = ? ORDER BY name",
                project.project().value());
        assertThat(types.toString())
                .isEqualTo(
                        "[{name=age, type=number}, {name=born, type=date}, {name=ok, type=boolean}, {name=x, type=string}]");
    }

    @Test
    void contactsThatAPublicKeyNamesAreLimitedWhetherKnownOrNot() {
        var left = new AtomicInteger(2);
        try (var limited = TestIngest.start(IngestSettings.of(1), ignored -> left.getAndDecrement() > 0)) {
            var owner = limited.project();
            var open = as(owner, Caller.PUBLIC_KEY);
            limited.track(owner, event("known@example.com", Map.of())).await();
            limited.track(owner, event("also.known@example.com", Map.of())).await();

            var calls = List.of(
                    limited.track(open, event("known@example.com", Map.of())),
                    limited.track(open, event("new1@example.com", Map.of())),
                    limited.track(open, event("new2@example.com", Map.of())),
                    limited.track(open, event("also.known@example.com", Map.of())),
                    limited.track(open, event("new1@example.com", Map.of())),
                    limited.track(open, event("known@example.com", Map.of())),
                    limited.track(owner, event("new3@example.com", Map.of())));
            Future.join(calls).otherwiseEmpty().await();

            assertThat(calls.stream().map(Future::succeeded))
                    .containsExactly(true, true, false, false, true, true, true);
            assertThat(refusal(calls.get(2))).usingRecursiveComparison().isEqualTo(refusal(calls.get(3)));
            assertThat(refusal(calls.get(2)).kind()).isEqualTo(Kind.RATE_LIMIT_EXCEEDED);
            assertThat(limited.count("contacts", owner)).isEqualTo(4);
        }
    }

    @Test
    void hundredsOfCallsForOneContactAreAllKeptInOneRow() {
        var calls = IntStream.range(0, 600)
                .mapToObj(n -> INGEST.track(project, event("hot@example.com", Map.of("k" + n % 50, n))))
                .toList();
        Future.all(calls).await();

        assertThat(INGEST.count("contacts", project)).isEqualTo(1);
        assertThat(INGEST.count("events", project)).isEqualTo(600);
        assertThat(INGEST.contact(project, "hot@example.com").get("data").toString())
                .contains("\"k49\": 599", "\"k0\": 550");
        assertThat(calls.stream().map(call -> tracked(call.result()).event()).distinct())
                .hasSize(600);
    }

    static Failure refusal(Future<?> call) {
        return catchThrowableOfType(Failure.class, call::await);
    }
}
