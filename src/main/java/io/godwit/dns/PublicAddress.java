package io.godwit.dns;

import java.net.InetAddress;

/** Tells addresses the whole Internet can reach from those of a machine or a private network. */
public final class PublicAddress {

    private PublicAddress() {}

    /** Not this machine, not link-local, not RFC 1918, RFC 6598 (carrier networks) or RFC 4193 (unique local). */
    public static boolean is(InetAddress address) {
        return !(address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()
                || isOfCarrierNetwork(address.getAddress())
                || isUniqueLocal(address.getAddress()));
    }

    /** 100.64.0.0/10, and 0.0.0.0/8. */
    private static boolean isOfCarrierNetwork(byte[] address) {
        return address.length == 4 && (address[0] == 0 || (address[0] == 100 && (address[1] & 0xc0) == 0x40));
    }

    /** fc00::/7. */
    private static boolean isUniqueLocal(byte[] address) {
        return address.length == 16 && (address[0] & 0xfe) == 0xfc;
    }
}
