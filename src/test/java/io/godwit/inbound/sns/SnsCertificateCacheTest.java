package io.godwit.inbound.sns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.inbound.SnsDouble;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The certificates that are requested, and for whom, as time passes. */
@Tag("slow")
class SnsCertificateCacheTest {

    private static final URI TRUE_ONE = URI.create(SnsDouble.CERTIFICATE);
    private static final UUID PROVIDER = new UUID(1, 1);

    private final AtomicLong nanos = new AtomicLong();
    private final SnsDouble amazon = new SnsDouble();
    private final SnsCertificateCache certificates = new SnsCertificateCache(amazon, nanos::get);

    @Test
    void oneThatIsNotThereIsAskedForAgainAfterAWhile() throws Exception {
        amazon.answers(404);
        for (var i = 0; i < 5; i++) {
            assertThat(certificates.get(TRUE_ONE, PROVIDER)).isFalse();
        }
        var asked = amazon.asked().size();

        pass(Duration.ofMinutes(6));
        amazon.answers(200);

        assertThat(asked).isEqualTo(1);
        assertThat(certificates.get(TRUE_ONE, PROVIDER)).isTrue();
    }

    @Test
    void aClientHasItsLimitAndAMinuteLaterAnother() throws Exception {
        makeUp(new UUID(2, 2), 100);
        var asked = amazon.asked().size();

        pass(Duration.ofMinutes(1));

        assertThat(asked).isEqualTo(20);
        assertThat(certificates.get(TRUE_ONE, new UUID(2, 2))).isTrue();
    }

    @Test
    void manyClientsHaveALimitTogether() throws Exception {
        for (var client = 2; client < 102; client++) {
            makeUp(new UUID(client, client), 20);
        }

        assertThat(amazon.asked()).hasSize(300);
        assertThatThrownBy(() -> certificates.get(TRUE_ONE, PROVIDER))
                .isInstanceOf(SnsCertificateCache.CertificateUnavailableException.class);
    }

    /** Not even when its day is over and nothing is left of the limits. */
    @Test
    void oneThatHasProvedAMessageIsBeyondAllLimits() throws Exception {
        certificates.get(TRUE_ONE, PROVIDER);
        certificates.prove(TRUE_ONE);
        pass(SnsCertificateCache.CACHE_DURATION.plusSeconds(1));
        for (var client = 2; client < 102; client++) {
            makeUp(new UUID(client, client), 20);
        }
        makeUp(PROVIDER, 20);
        amazon.answers(200);

        var before = certificates.has(TRUE_ONE);
        var there = certificates.get(TRUE_ONE, PROVIDER);

        assertThat(before).isFalse();
        assertThat(there).isTrue();
    }

    @Test
    void oneThatHasProvedAMessageIsNotGoneBecauseItsHostSaysSo() throws Exception {
        certificates.get(TRUE_ONE, PROVIDER);
        certificates.prove(TRUE_ONE);
        pass(SnsCertificateCache.CACHE_DURATION.plusSeconds(1));
        amazon.answers(404);

        assertThatThrownBy(() -> certificates.get(TRUE_ONE, PROVIDER))
                .isInstanceOf(SnsCertificateCache.CertificateUnavailableException.class);
        amazon.answers(200);
        pass(Duration.ofSeconds(2));
        assertThat(certificates.get(TRUE_ONE, PROVIDER)).isTrue();
    }

    /** However often a provider repeats itself meanwhile. */
    @Test
    void aFailingHostIsAskedOnceASecondAndBelievedWhenItIsBack() throws Exception {
        amazon.away(true);
        for (var i = 0; i < 100; i++) {
            assertThatThrownBy(() -> certificates.get(TRUE_ONE, PROVIDER))
                    .isInstanceOf(SnsCertificateCache.CertificateUnavailableException.class);
            pass(Duration.ofMillis(250));
        }
        var asked = amazon.asked().size();

        amazon.away(false);
        pass(Duration.ofSeconds(1));

        assertThat(asked).isBetween(20, 30);
        assertThat(certificates.get(TRUE_ONE, PROVIDER)).isTrue();
    }

    private void makeUp(UUID client, int names) {
        amazon.answers(404);
        for (var i = 0; i < names; i++) {
            try {
                certificates.get(
                        URI.create(SnsDouble.CERTIFICATE.replace("0123", client.getLeastSignificantBits() + "x" + i)),
                        client);
            } catch (SnsCertificateCache.CertificateUnavailableException refused) {
                // Its limit is reached.
            }
        }
        amazon.answers(200);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
