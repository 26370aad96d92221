package io.godwit.delivery.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An egress source has one owner over all nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class SourceLeasesTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private Vertx vertx;
    private TestDatabase db;

    @BeforeAll
    void start() {
        vertx = Vertx.vertx();
        db = TestDatabase.fresh(vertx);
    }

    @Test
    void aSourceThatOneNodeHoldsIsForeignToTheOther() {
        var source = EgressSource.of("192.0.2.1 mail.example.test");
        var first = leases(source, LONG);
        var second = leases(source, LONG);

        first.renew().await();
        second.renew().await();

        assertThat(first.usable()).containsExactly(source);
        assertThat(second.usable()).isEmpty();
        assertThat(second.foreign()).contains("192.0.2.1");
        assertThat(first.foreign()).doesNotContain("192.0.2.1");
    }

    @Test
    void aSourceGivenUpIsTakenOverAtOnce() {
        var source = EgressSource.of("192.0.2.2 mail.example.test");
        var first = leases(source, LONG);
        var second = leases(source, LONG);
        first.renew().await();

        first.release().await();
        second.renew().await();

        assertThat(first.usable()).isEmpty();
        assertThat(second.usable()).containsExactly(source);
    }

    @Test
    void aNodeThatNoLongerRenewsStopsBeforeAnotherTakesItsSourceOver() {
        var source = EgressSource.of("192.0.2.3 mail.example.test");
        var first = leases(source, Duration.ofMillis(300));
        var second = leases(source, LONG);
        var lost = new ArrayList<String>();
        first.listen(ignored -> Future.succeededFuture(), () -> {}, lost::add);
        first.renew().await();

        await().atMost(Duration.ofSeconds(30)).until(() -> second.renew()
                .map(ignored -> !second.usable().isEmpty())
                .await());

        assertThat(first.usable()).isEmpty();
        first.renew().await();
        assertThat(lost).containsExactly("192.0.2.3");
        assertThat(db.value("SELECT fence FROM egress_sources WHERE name = '192.0.2.3'"))
                .isEqualTo(2L);
    }

    private SourceLeases leases(EgressSource source, Duration lease) {
        return new SourceLeases(db.database(), List.of(source), UUID.randomUUID(), lease, System::nanoTime);
    }
}
