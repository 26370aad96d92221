package io.godwit.web;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Tells whether a call comes from this machine. A local proxy that nobody declared does not make the whole world local: what
 * was forwarded is foreign.
 */
public final class Locality {

    private Locality() {}

    public static boolean isLocal(Call call) {
        var octets = NetUtil.createByteArrayFromIpAddressString(call.clientAddress());
        try {
            return octets != null
                    && InetAddress.getByAddress(octets).isLoopbackAddress()
                    && call.header("x-forwarded-for").isEmpty()
                    && call.header("forwarded").isEmpty();
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("An address has 4 or 16 octets", impossible);
        }
    }
}
