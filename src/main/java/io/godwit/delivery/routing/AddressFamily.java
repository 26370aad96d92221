package io.godwit.delivery.routing;

import java.net.Inet6Address;
import java.net.InetAddress;

/** The IP version a source connects with. */
public enum AddressFamily {
    IPV4,
    IPV6;

    /** Returns the family of an address. */
    public static AddressFamily of(InetAddress address) {
        return address instanceof Inet6Address ? IPV6 : IPV4;
    }
}
