package io.godwit.dns;

import io.netty.handler.codec.dns.DnsRecordType;
import io.vertx.core.Future;
import java.util.function.BiFunction;

/**
 * Asks the authoritative name servers of a zone, past every cache. An alias that leads out of the zone is resolved by the
 * recursive resolvers.
 */
final class AuthoritativeResolver extends DnsQueries {

    private final BiFunction<String, DnsRecordType, Future<DnsAnswer<DnsRecordData>>> owners;
    private final DnsResolver others;

    AuthoritativeResolver(
            BiFunction<String, DnsRecordType, Future<DnsAnswer<DnsRecordData>>> owners, DnsResolver others) {
        this.owners = owners;
        this.others = others;
    }

    @Override
    Future<DnsAnswer<DnsRecordData>> query(String name, DnsRecordType type) {
        return owners.apply(name, type)
                .compose(found -> found.isAbsent() && !DnsRecordType.CNAME.equals(type)
                        ? follow(name, type, found)
                        : Future.succeededFuture(found));
    }

    private Future<DnsAnswer<DnsRecordData>> follow(String name, DnsRecordType type, DnsAnswer<DnsRecordData> absent) {
        return owners.apply(name, DnsRecordType.CNAME)
                .compose(alias -> alias.isFound()
                        ? elsewhere(alias.records().get(0).text(), type)
                        : Future.succeededFuture(alias.isUnknown() ? alias : absent));
    }

    private Future<DnsAnswer<DnsRecordData>> elsewhere(String target, DnsRecordType type) {
        others.evict(target);
        return others.query(target, type);
    }
}
