package io.godwit.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectionCounterTest {

    private final ConnectionCounter connections = new ConnectionCounter(2);

    @Test
    void addressesWithTheSameFirst64BitsAreOneClient() {
        var first = connections.open("2001:db8:0:1::1");
        var second = connections.open("2001:db8:0:1:ffff::2");
        var third = connections.open("2001:db8:0:1::3");
        var neighbour = connections.open("2001:db8:0:2::3");

        assertThat(first).isTrue();
        assertThat(second).isTrue();
        assertThat(third).isFalse();
        assertThat(neighbour).isTrue();
    }

    @Test
    void eachIpv4AddressIsAClient() {
        connections.open("192.0.2.1");
        connections.open("192.0.2.1");

        assertThat(connections.open("192.0.2.1")).isFalse();
        assertThat(connections.open("192.0.2.2")).isTrue();
    }

    /** The refused connection is not counted, so the place of the ended one is free. */
    @Test
    void aConnectionThatEndsLetsInOneOfItsNetwork() {
        connections.open("2001:db8::1");
        connections.open("2001:db8::2");
        connections.open("2001:db8::3");

        connections.close("2001:db8::1");

        assertThat(connections.open("2001:db8::4")).isTrue();
        assertThat(connections.open("2001:db8::5")).isFalse();
    }
}
