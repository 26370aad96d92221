package io.godwit.kit.net;

import io.godwit.kit.SystemTool;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A network namespace with two wires to this machine: the node in it is asked over one and reaches its database over the
 * other, which can be cut so that the kernel drops every packet, both ways, without a word. Needs root and iproute2.
 *
 * <p>The addresses are of 198.18.0.0/15, which is set apart for such tests (RFC 2544).
 */
public final class NetworkNamespace implements AutoCloseable {

    private static final String NAME = "godwit-test";
    private static final String ASKED = "godwit-asked";
    private static final String CUT = "godwit-cut";

    private final Set<Integer> cutPorts = new HashSet<>();

    private NetworkNamespace() {}

    /** The reason there can be no namespace here; empty when there can. */
    public static Optional<String> whyNot() {
        if (!SystemTool.succeeds("ip", "link", "show")) {
            return Optional.of("there is no program ip (iproute2)");
        } else if (!SystemTool.succeeds("ip", "netns", "add", NAME)) {
            return Optional.of("this user may make no network namespace");
        }
        var wires = SystemTool.succeeds(
                "ip", "-n", NAME, "link", "add", "name", "one", "type", "veth", "peer", "name", "two");
        SystemTool.run("ip", "netns", "delete", NAME);
        return wires ? Optional.empty() : Optional.of("this user may make no virtual network device");
    }

    public static NetworkNamespace make() {
        SystemTool.run("ip", "netns", "add", NAME);
        SystemTool.run("ip", "-n", NAME, "link", "set", "lo", "up");
        wire(ASKED, "198.18.1.1", "198.18.1.2");
        wire(CUT, "198.18.2.1", "198.18.2.2");
        // When the wire is cut its route goes with it: what is still on its way must not leave by another.
        SystemTool.run("ip", "route", "add", "blackhole", "198.18.2.0/30", "metric", "9999");
        return new NetworkNamespace();
    }

    private static void wire(String name, String here, String there) {
        SystemTool.run("ip", "link", "add", "name", name, "type", "veth", "peer", "name", "inner", "netns", NAME);
        SystemTool.run("ip", "-n", NAME, "link", "set", "inner", "name", name);
        SystemTool.run("ip", "address", "add", here + "/30", "dev", name);
        SystemTool.run("ip", "-n", NAME, "address", "add", there + "/30", "dev", name);
        SystemTool.run("ip", "link", "set", name, "up");
        SystemTool.run("ip", "-n", NAME, "link", "set", name, "up");
    }

    /** The words that let a command run in it. */
    public List<String> launcher() {
        return List.of("ip", "netns", "exec", NAME);
    }

    /** The address at which a node in it is called. */
    public String nodeAddress() {
        return "198.18.1.2";
    }

    /** This machine, as a node in it sees it over the wire that can be cut. */
    public String ourAddress() {
        return "198.18.2.1";
    }

    /** This machine, as a node in it sees it over the wire that is never cut. */
    public String askedAddress() {
        return "198.18.1.1";
    }

    /** The node's own address on the wire that can be cut. */
    public String cutAddress() {
        return "198.18.2.2";
    }

    public void cut() {
        SystemTool.run("ip", "link", "set", CUT, "down");
    }

    public void mend() {
        SystemTool.run("ip", "link", "set", CUT, "up");
    }

    /** Cuts the connections to and from this port of both sides, and no other, without a word. */
    public void cut(int port) {
        cutPorts.add(port);
        ports(port, "add");
    }

    /** Mends the wire and all ports that were cut. */
    public void mendAll() {
        cutPorts.forEach(port -> ports(port, "delete"));
        cutPorts.clear();
        mend();
    }

    private static void ports(int port, String change) {
        for (var end : List.of("dport", "sport")) {
            var number = Integer.toString(port);
            SystemTool.run("ip", "rule", change, "to", "198.18.2.2", "ipproto", "tcp", end, number, "blackhole");
            SystemTool.run(
                    "ip", "-n", NAME, "rule", change, "to", "198.18.2.1", "ipproto", "tcp", end, number, "blackhole");
        }
    }

    @Override
    public void close() {
        mendAll();
        SystemTool.run("ip", "route", "delete", "blackhole", "198.18.2.0/30", "metric", "9999");
        SystemTool.run("ip", "link", "delete", ASKED);
        SystemTool.run("ip", "link", "delete", CUT);
        SystemTool.run("ip", "netns", "delete", NAME);
    }
}
