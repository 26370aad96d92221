package io.godwit.dns;

import io.netty.handler.codec.dns.DnsRecordType;
import io.vertx.core.Future;
import java.util.function.BiFunction;

/**
 * Asks the servers a zone's owner runs, past every cache. An alias that leads out of what they know is followed the usual
 * way.
 */
final class Zone extends Questions {

    private final BiFunction<String, DnsRecordType, Future<Lookup<Resource>>> owners;
    private final Dns others;

    Zone(BiFunction<String, DnsRecordType, Future<Lookup<Resource>>> owners, Dns others) {
        this.owners = owners;
        this.others = others;
    }

    @Override
    Future<Lookup<Resource>> ask(String name, DnsRecordType type) {
        return owners.apply(name, type)
                .compose(found -> found.isAbsent() && !DnsRecordType.CNAME.equals(type)
                        ? follow(name, type, found)
                        : Future.succeededFuture(found));
    }

    private Future<Lookup<Resource>> follow(String name, DnsRecordType type, Lookup<Resource> absent) {
        return owners.apply(name, DnsRecordType.CNAME)
                .compose(alias -> alias.isFound()
                        ? elsewhere(alias.records().get(0).text(), type)
                        : Future.succeededFuture(alias.isUnknown() ? alias : absent));
    }

    private Future<Lookup<Resource>> elsewhere(String target, DnsRecordType type) {
        others.forget(target);
        return others.ask(target, type);
    }
}
