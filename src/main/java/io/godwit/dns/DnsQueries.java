package io.godwit.dns;

import io.netty.handler.codec.dns.DnsRecordType;
import io.vertx.core.Future;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;

/**
 * The look-ups by type. Every answer is a {@link DnsAnswer}: no method here fails. Names are plain ASCII (A-labels), with
 * or without the final dot.
 */
public abstract class DnsQueries {

    DnsQueries() {}

    /** The hosts that receive mail for {@code name}, in the order of the answer. */
    public final Future<DnsAnswer<Mx>> mx(String name) {
        return query(name, DnsRecordType.MX).map(found -> found.map(each -> new Mx(each.number(), each.text())));
    }

    /** The TXT records, each with its strings joined. */
    public final Future<DnsAnswer<String>> txt(String name) {
        return texts(name, DnsRecordType.TXT);
    }

    /** The name {@code name} is an alias of, in lower case, without the final dot. */
    public final Future<DnsAnswer<String>> cname(String name) {
        return texts(name, DnsRecordType.CNAME);
    }

    /** The name servers of the zone that begins at {@code name}. */
    public final Future<DnsAnswer<String>> ns(String name) {
        return texts(name, DnsRecordType.NS);
    }

    /** The owner of the zone that begins at {@code name}, which is {@code name} itself or what it is an alias of. */
    public final Future<DnsAnswer<String>> soa(String name) {
        return texts(name, DnsRecordType.SOA);
    }

    public final Future<DnsAnswer<InetAddress>> a(String name) {
        return addresses(name, DnsRecordType.A);
    }

    public final Future<DnsAnswer<InetAddress>> aaaa(String name) {
        return addresses(name, DnsRecordType.AAAA);
    }

    /** The names of an address (RFC 1035 §3.5, RFC 3596 §2.5). */
    public final Future<DnsAnswer<String>> ptr(InetAddress address) {
        return ptr(reversed(address) + (address instanceof Inet4Address ? ".in-addr.arpa" : ".ip6.arpa"));
    }

    /** The names of the address whose name below {@code in-addr.arpa} or {@code ip6.arpa} is given. */
    public final Future<DnsAnswer<String>> ptr(String name) {
        return texts(name, DnsRecordType.PTR);
    }

    /** Returns the numbers of an address from the last to the first, as the zones of reverse names and block lists do. */
    public static String reversed(InetAddress address) {
        var labels = new ArrayList<String>();
        for (var octet : address.getAddress()) {
            if (address instanceof Inet4Address) {
                labels.add(String.valueOf(octet & 0xff));
            } else {
                labels.add(Integer.toHexString((octet >> 4) & 0xf));
                labels.add(Integer.toHexString(octet & 0xf));
            }
        }
        Collections.reverse(labels);
        return String.join(".", labels);
    }

    private Future<DnsAnswer<String>> texts(String name, DnsRecordType type) {
        return query(name, type).map(found -> found.map(DnsRecordData::text));
    }

    private Future<DnsAnswer<InetAddress>> addresses(String name, DnsRecordType type) {
        return query(name, type).map(found -> found.map(each -> each.address().orElseThrow()));
    }

    abstract Future<DnsAnswer<DnsRecordData>> query(String name, DnsRecordType type);
}
