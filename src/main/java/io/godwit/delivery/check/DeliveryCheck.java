package io.godwit.delivery.check;

import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.delivery.tls.CertificateAuthorities;
import io.godwit.dns.DnsResolver;
import io.godwit.mailauth.MailAuthenticator;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks everything on which it depends whether other mail systems take mail from this installation. Asks name servers, a time
 * server and mail servers, and sends no message. A run takes at most some ten seconds.
 */
public final class DeliveryCheck {

    private final Vertx vertx;
    private final DnsResolver dns;
    private final MailAuthenticator authenticator;
    private final DeliveryCheckSettings settings;

    /** The caller closes {@code dns}, whose cached answers each run evicts, and {@code authenticator}. */
    public DeliveryCheck(
            Vertx vertx, DnsResolver dns, MailAuthenticator authenticator, DeliveryCheckSettings settings) {
        this.vertx = vertx;
        this.dns = dns;
        this.authenticator = authenticator;
        this.settings = settings;
    }

    /** Completes with all results; never fails because of what was found. */
    public Future<List<CheckResult>> run(List<SenderDomain> domains) {
        dns.evictAll();
        return Future.all(
                        new CheckedSourceReader(vertx, dns, settings).read(),
                        vertx.executeBlocking(() -> CertificateAuthorities.read(settings.authorities()), false))
                .compose(read -> run(domains, read.resultAt(0), read.resultAt(1)));
    }

    private Future<List<CheckResult>> run(
            List<SenderDomain> domains, List<CheckedSource> sources, CertificateAuthorities authorities) {
        var checks = new ArrayList<Future<List<CheckResult>>>();
        checks.add(new PortCheck(vertx, new MailHosts(dns), settings, MailServerDialogue.LIMIT).run(sources));
        checks.add(new SourceCheck(dns, settings.lists()).run(sources));
        checks.add(new SenderDomainCheck(dns, authenticator, settings).run(domains, sources));
        checks.add(ownPorts(authorities));
        checks.add(roleAddresses(domains, sources.get(0).helloName()));
        checks.add(clock());
        return Future.all(checks).map(ignored -> checks.stream()
                .flatMap(check -> check.result().stream())
                .toList());
    }

    /**
     * Checks the sources alone: port 25 of other mail servers, EHLO name and reverse name, and no block list. Completes with the
     * results; never fails because of what was found.
     *
     * @param limit the time for a connection to one mail server; up to three are tried
     */
    public Future<List<CheckResult>> sources(Duration limit) {
        return new CheckedSourceReader(vertx, dns, settings).read().compose(sources -> Future.all(
                        new PortCheck(vertx, new MailHosts(dns), settings, limit).run(sources),
                        new SourceCheck(dns, List.of()).run(sources))
                .map(checks -> checks.<List<CheckResult>>list().stream()
                        .flatMap(List::stream)
                        .toList()));
    }

    /** Compares the clock with the time server of the settings; completes with no result when there is none. */
    public Future<List<CheckResult>> clock() {
        return settings.timeServer()
                .map(server -> new ClockCheck(vertx, dns, Clock.systemUTC())
                        .run(server)
                        .map(List::of))
                .orElseGet(() -> Future.succeededFuture(List.of()));
    }

    private Future<List<CheckResult>> ownPorts(CertificateAuthorities authorities) {
        var check = new OwnPortCheck(vertx, authorities);
        var checks = settings.ownPorts().stream().map(check::run).toList();
        return Future.all(checks).map(ignored -> {
            var results = new ArrayList<>(checks.stream().map(Future::result).toList());
            if (!settings.receivesMail()) {
                results.add(
                        new Check("smtp-tls", "Received mail")
                                .warning(
                                        "This installation receives no mail by SMTP",
                                        "Set inbound.smtp.port to 25 on a host that an MX record names, so that bounces and complaints arrive."));
            }
            return results;
        });
    }

    private Future<List<CheckResult>> roleAddresses(List<SenderDomain> domains, String helloName) {
        var dialogue = new MailServerDialogue(vertx);
        var check = new RoleAddressCheck(new MailHosts(dns), dialogue, settings.port(), helloName);
        var checks = Stream.concat(
                        settings.returnPath().stream(), domains.stream().map(SenderDomain::name))
                .distinct()
                .map(check::run)
                .toList();
        return Future.all(checks)
                .map(ignored -> checks.stream().map(Future::result).toList())
                .eventually(dialogue::close);
    }
}
