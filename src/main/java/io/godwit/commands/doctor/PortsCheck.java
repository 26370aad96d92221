package io.godwit.commands.doctor;

import io.godwit.config.Settings;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;

/** Checks that every port of the settings can be listened at, by doing so for a moment; the ports of a running node are its own. */
record PortsCheck(Settings settings) implements BlockingCheck {

    @Override
    public String name() {
        return "ports";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("http.host", "http.port", "inbound.smtp.", "submission.", "cluster.", "roles", "data.dir");
    }

    @Override
    public List<CheckResult> results() throws IOException {
        var node = RunningNode.find(settings);
        return ListeningAddress.of(settings).stream()
                .map(address -> result(address, node))
                .toList();
    }

    private CheckResult result(ListeningAddress address, RunningNode node) {
        var check = new Check(name(), address.toString());
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address.host(), address.port()));
        } catch (IOException refused) {
            return refused(check, address, node, String.valueOf(refused.getMessage()));
        }
        return node.isRunning()
                ? check.warning(
                        "Nothing listens there, although " + node.named() + " runs",
                        "Read its log; if the settings have changed since its start, start it again.")
                : check.ok("It is free");
    }

    private static CheckResult refused(Check check, ListeningAddress address, RunningNode node, String reason) {
        if (reason.contains("in use")) {
            return inUse(check, address, node);
        }
        if (reason.contains("ermission denied")) {
            return check.failed(
                    "The user " + System.getProperty("user.name") + " may not open it (" + reason + ")",
                    "Allow it, with AmbientCapabilities=CAP_NET_BIND_SERVICE in the unit of systemd or the sysctl"
                            + " net.ipv4.ip_unprivileged_port_start, or choose another port with "
                            + address.portVariable() + ".");
        }
        return check.failed(
                address.host() + " is not an address of this machine (" + reason + ")",
                "Correct " + address.hostVariable() + ".");
    }

    private static CheckResult inUse(Check check, ListeningAddress address, RunningNode node) {
        var holder = ListeningProcess.of(address.port());
        return node.isOwn(holder)
                ? check.ok("It is open, by " + node.named() + " that runs here")
                : check.failed(
                        "It is in use by " + named(holder),
                        "Stop that, or choose another port with " + address.portVariable() + ".");
    }

    private static String named(Optional<ProcessHandle> holder) {
        return holder.map(process -> "process " + process.pid()
                        + process.info()
                                .command()
                                .map(program -> " (" + program + ")")
                                .orElse(""))
                .orElse("a process of another user");
    }
}
