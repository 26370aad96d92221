package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Asks each DNS server by itself.
 *
 * @param servers those that a node asks
 * @param target the domain that is asked about; that it does not exist is an answer, too
 */
record DnsServersCheck(DnsSettings settings, List<InetSocketAddress> servers, String target)
        implements InstallationCheck {

    DnsServersCheck {
        servers = List.copyOf(servers);
    }

    @Override
    public String name() {
        return "dns";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("dns.", "mail.check.target");
    }

    @Override
    public Future<List<CheckResult>> run(Vertx vertx) {
        var answers = servers.stream().map(server -> answers(vertx, server)).toList();
        return Future.all(answers).map(ignored -> servers.stream()
                .map(server ->
                        result(server, answers.get(servers.indexOf(server)).result(), answers))
                .toList());
    }

    private Future<Boolean> answers(Vertx vertx, InetSocketAddress server) {
        var resolver = new DnsResolver(vertx, settings.withServer(server));
        return resolver.mx(target).map(answer -> !answer.isUnknown()).eventually(resolver::close);
    }

    private CheckResult result(InetSocketAddress server, boolean answered, List<Future<Boolean>> all) {
        var check = new Check(name(), server.getAddress().getHostAddress() + ":" + server.getPort());
        if (answered) {
            return check.ok("It answers");
        }
        var found = "It gives no answer about " + target;
        var advice = "Set GODWIT_DNS_SERVERS to resolvers that answer, or open UDP and TCP port 53 to this one.";
        return all.stream().anyMatch(Future::result) ? check.warning(found, advice) : check.failed(found, advice);
    }
}
