package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.ConcurrencySettings;
import io.godwit.traces.Tracer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests how many rows are worth claiming, at 20 connections. */
class StartQueueTest {

    private static final int CONNECTIONS = 20;

    /** The domain whose emails go direct. */
    private static final String DIRECT = "direct.example.org";

    private final AtomicLong now = new AtomicLong();
    private final StartQueue queue = new StartQueue(
            new ConcurrencySettings(100, 100),
            now::get,
            new EmailTracer(Tracer.OFF),
            claimed -> claimed.domain().equals(DIRECT) ? Mode.DIRECT : Mode.RELAY);

    @Test
    void aSlowNodeClaimsOneEmailForEachConnectionAndOneThatFollows() {
        assertThat(queue.capacity(Mode.RELAY, CONNECTIONS)).isEqualTo(40);

        send(20, Duration.ofMillis(50));

        assertThat(queue.capacity(Mode.RELAY, CONNECTIONS)).isEqualTo(40);
    }

    @Test
    void aQuickNodeClaimsWhatStartsInAHundredMilliseconds() {
        send(300, Duration.ofNanos(1_000_000));

        assertThat(queue.capacity(Mode.RELAY, CONNECTIONS)).isBetween(20 + 99, 20 + 101);
    }

    @Test
    void noMoreThanEightEmailsWaitForEachConnection() {
        send(3_000, Duration.ofNanos(50_000));

        assertThat(queue.capacity(Mode.RELAY, CONNECTIONS)).isEqualTo(20 + 160);
    }

    @Test
    void aNodeThatHasBecomeSlowClaimsNoMoreThanBefore() {
        send(300, Duration.ofNanos(1_000_000));

        now.addAndGet(Duration.ofMillis(100).toNanos());

        assertThat(queue.capacity(Mode.RELAY, CONNECTIONS)).isEqualTo(40);
    }

    @Test
    void aClaimWaitsUntilHalfOfTheEmailsThatMayWaitHaveStarted() {
        add(31);
        assertThat(queue.capacity(Mode.RELAY, CONNECTIONS)).isZero();

        send(1, Duration.ZERO);

        assertThat(queue.capacity(Mode.RELAY, CONNECTIONS)).isEqualTo(10);
    }

    @Test
    void aNodeThatMayNotSendClaimsNothing() {
        send(300, Duration.ofNanos(1_000_000));

        assertThat(queue.capacity(Mode.RELAY, 0)).isZero();
    }

    @Test
    void emailsThatWaitForTheRelayMakeNoClaimOfThoseThatGoDirectSmaller() {
        add(40);

        assertThat(queue.capacity(Mode.RELAY, CONNECTIONS)).isZero();
        assertThat(queue.capacity(Mode.DIRECT, CONNECTIONS)).isEqualTo(40);
    }

    @Test
    void anEmailThatGoesDirectStartsWhileTheRelayTakesNone() {
        add(40);
        queue.add(List.of(email(DIRECT)));

        var started = queue.start(mode -> mode == Mode.DIRECT ? CONNECTIONS : 0);

        assertThat(started.orElseThrow().claimed().domain()).isEqualTo(DIRECT);
    }

    /** Emails that are waiting start and end one after the other; as many are added before as are missing. */
    private void send(int count, Duration pause) {
        add(count - queue.waiting());
        for (var sent = 0; sent < count; sent++) {
            queue.ended(queue.start(mode -> CONNECTIONS).orElseThrow());
            now.addAndGet(pause.toNanos());
        }
    }

    private void add(int count) {
        for (var added = 0; added < count; added++) {
            queue.add(List.of(email("example.org")));
        }
    }

    private static ClaimedEmail email(String domain) {
        return new ClaimedEmail(
                new ProjectId(UUID.randomUUID()),
                new EmailId(UUID.randomUUID()),
                domain,
                (short) 0,
                1,
                0,
                0,
                0,
                false,
                Optional.empty());
    }
}
