package io.godwit.core;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Tells whether an address is of the loopback interface: octets sent to it do not leave this machine. */
public final class LoopbackAddress {

    private LoopbackAddress() {}

    /** Returns whether the text is an IP address of the loopback interface; a name is none. Looks nothing up. */
    public static boolean isLoopback(String address) {
        var octets = NetUtil.createByteArrayFromIpAddressString(address);
        try {
            return octets != null && InetAddress.getByAddress(octets).isLoopbackAddress();
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("An address has 4 or 16 octets", impossible);
        }
    }

    /** Returns whether only this machine reaches what listens on the address or name. */
    public static boolean isLoopbackHost(String host) {
        return host.equals("localhost") || isLoopback(host);
    }
}
