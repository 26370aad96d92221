package io.godwit.commands.doctor;

import io.godwit.config.NodeRole;
import io.godwit.config.Settings;
import io.godwit.core.SettingsReader;
import java.util.ArrayList;
import java.util.List;

/**
 * An address at which a node listens.
 *
 * @param hostSetting the name of the setting with the host
 * @param portSetting the name of the setting with the port
 */
record ListeningAddress(String hostSetting, String portSetting, String host, int port) {

    /** Returns those of a node with these settings; ports that are off or chosen at the start are left out. */
    static List<ListeningAddress> of(Settings settings) {
        var all = new ArrayList<ListeningAddress>();
        var http = settings.http();
        all.add(new ListeningAddress("http.host", "http.port", http.host(), http.port()));
        if (settings.roles().contains(NodeRole.HTTP)) {
            settings.inboundMail()
                    .smtpServer()
                    .ifPresent(server -> all.add(new ListeningAddress(
                            "inbound.smtp.host", "inbound.smtp.port", server.host(), server.port())));
            var submission = settings.submission();
            all.add(new ListeningAddress("submission.host", "submission.port", submission.host(), submission.port()));
            all.add(new ListeningAddress(
                    "submission.host", "submission.tls-port", submission.host(), submission.tlsPort()));
        }
        var cluster = settings.cluster();
        if (cluster.enabled()) {
            all.add(new ListeningAddress("cluster.host", "cluster.port", cluster.host(), cluster.port()));
            all.add(new ListeningAddress("cluster.host", "cluster.bus-port", cluster.host(), cluster.busPort()));
        }
        all.removeIf(address -> address.port() == 0);
        return all;
    }

    String hostVariable() {
        return SettingsReader.variable(hostSetting);
    }

    String portVariable() {
        return SettingsReader.variable(portSetting);
    }

    @Override
    public String toString() {
        return portSetting + " " + host + ":" + port;
    }
}
