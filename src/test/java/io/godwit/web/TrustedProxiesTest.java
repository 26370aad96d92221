package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {

    private final TrustedProxies proxies = new TrustedProxies(List.of("10.0.0.0/8", "192.0.2.7", "2001:db8::/32"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "198.51.100.1 | 203.0.113.9 | 198.51.100.1",
                "10.1.2.3 | 203.0.113.9 | 203.0.113.9",
                "10.1.2.3 | 1.1.1.1, 203.0.113.9 | 203.0.113.9",
                "10.1.2.3 | 203.0.113.9, 192.0.2.7, 10.9.9.9 | 203.0.113.9",
                "10.1.2.3 | 203.0.113.9:4711 | 203.0.113.9",
                "10.1.2.3 | [2001:db9::1]:4711 | 2001:db9::1",
                "2001:db8::5 | 203.0.113.9 | 203.0.113.9",
                "::ffff:10.1.2.3 | 203.0.113.9 | 203.0.113.9",
                "10.1.2.3 | unknown | 10.1.2.3",
                "10.1.2.3 | 203.0.113.9, evil | 10.1.2.3",
                "10.1.2.3 | '' | 10.1.2.3",
                "11.0.0.1 | 203.0.113.9 | 11.0.0.1",
                "192.0.2.8 | 203.0.113.9 | 192.0.2.8"
            })
    void onlyWhatATrustedProxyWroteIsBelieved(String peer, String forwarded, String client) {
        assertThat(proxies.clientOf(peer, List.of(forwarded))).isEqualTo(client);
    }

    @Test
    void severalHeadersAreReadAsOne() {
        assertThat(proxies.clientOf("10.0.0.1", List.of("203.0.113.9", "10.0.0.2")))
                .isEqualTo("203.0.113.9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example.com", "10.0.0.0/33", "10.0.0.0/x", "2001:db8::/129", ""})
    void whatIsNoRangeStopsTheStart(String range) {
        assertThatThrownBy(() -> new TrustedProxies(List.of(range))).isInstanceOf(IllegalArgumentException.class);
    }
}
