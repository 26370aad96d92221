package io.godwit.dns;

import io.netty.handler.codec.dns.DnsRecordType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Function;

/**
 * Looks up names by one resolver that validates DNSSEC, and tells which answers it has proven. The resolver and the way to it
 * are trusted, so it should be on this machine (RFC 7672 §2.1). No method here fails: an answer with a wrong proof, which the
 * resolver refuses with SERVFAIL, is unknown like one that does not come.
 */
public final class ValidatingResolver {

    private final DnsResolver dns;

    /** Creates a resolver with the time-outs of {@code settings}. */
    public ValidatingResolver(Vertx vertx, DnsSettings settings, InetSocketAddress server) {
        this.dns = new DnsResolver(vertx, settings.validatedBy(server));
    }

    /** The hosts that receive mail for {@code name}. */
    public Future<SecureAnswer<Mx>> mx(String name) {
        return query(name, DnsRecordType.MX, each -> new Mx(each.number(), each.text()));
    }

    public Future<SecureAnswer<InetAddress>> a(String name) {
        return query(name, DnsRecordType.A, each -> each.address().orElseThrow());
    }

    public Future<SecureAnswer<InetAddress>> aaaa(String name) {
        return query(name, DnsRecordType.AAAA, each -> each.address().orElseThrow());
    }

    /** The name {@code name} is an alias of. */
    public Future<SecureAnswer<String>> cname(String name) {
        return query(name, DnsRecordType.CNAME, DnsRecordData::text);
    }

    /** The certificates a server may show (RFC 6698 §3). */
    public Future<SecureAnswer<Tlsa>> tlsa(int port, String host) {
        return query("_" + port + "._tcp." + host, DnsRecordType.TLSA, each -> Tlsa.of(each.text()));
    }

    /** Completes when the sockets are closed. */
    public Future<Void> close() {
        return dns.close();
    }

    private <T> Future<SecureAnswer<T>> query(String name, DnsRecordType type, Function<DnsRecordData, T> mapper) {
        return dns.reply(name, type)
                .map(reply -> new SecureAnswer<>(reply.lookup().map(mapper), reply.secure()));
    }
}
