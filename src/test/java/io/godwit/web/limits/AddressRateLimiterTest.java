package io.godwit.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AddressRateLimiterTest {

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void beyondAHundredThousandNetworksNewOnesShareWhatIsLeft() {
        var limits = new AddressRateLimiter("test", 5, nanos::get);
        for (int network = 0; network < 100_000; network++) {
            limits.admit("10." + (network >> 16) + "." + (network >> 8 & 255) + "." + (network & 255));
        }

        var admitted = 0;
        for (int each = 0; each < 20_000; each++) {
            admitted += limits.admit("2001:db8:0:" + Integer.toHexString(each) + "::1") ? 1 : 0;
        }

        assertThat(admitted).isBetween(1_000, 5_000);
        assertThat(limits.admit("10.0.0.1")).isTrue();
        assertThat(limits.admit("2001:db8:0:1::1")).isFalse();
    }

    /** A proxy on a dual-stack socket says {@code ::ffff:192.0.2.1} of a client of IPv4. */
    @Test
    void anIpv4AddressThatIsWrittenAsIpv6IsNoNetworkWithOthers() {
        var limits = new AddressRateLimiter("test", 1, nanos::get);

        assertThat(limits.admit("::ffff:192.0.2.1")).isTrue();
        assertThat(limits.admit("::ffff:192.0.2.2")).isTrue();
        assertThat(limits.admit("192.0.2.1")).isFalse();
    }

    @Test
    void aNetworkThatIsWatchedKeepsItsOwnLimit() {
        var limits = new AddressRateLimiter("test", 2, nanos::get);

        assertThat(limits.admit("192.0.2.1")).isTrue();
        assertThat(limits.admit("192.0.2.1")).isTrue();
        assertThat(limits.admit("192.0.2.1")).isFalse();
        assertThat(limits.admit("192.0.2.2")).isTrue();
    }
}
