package io.godwit.kit.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Optional;

/** An address of this machine that is not of the loopback interface: for programs that treat other machines differently. */
public final class OutsideAddress {

    private OutsideAddress() {}

    /** Empty on a machine without a network. */
    public static Optional<String> find() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(Inet4Address.class::isInstance)
                    .filter(address -> !address.isLoopbackAddress())
                    .map(InetAddress::getHostAddress)
                    .findFirst();
        } catch (SocketException unreadable) {
            return Optional.empty();
        }
    }
}
