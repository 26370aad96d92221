package io.godwit.kit.net;

import com.google.common.base.Splitter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.util.NetUtil;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The records a {@link DnsStub} answers with. A CNAME is answered for every type, with what it leads to behind it. */
final class DnsZone {

    private static final long TTL_SECONDS = 300;
    private static final int MAX_HOPS = 5;

    private record Content(DnsRecordType type, byte[] bytes) {}

    private final Map<String, List<Content>> nameToContents = new ConcurrentHashMap<>();
    private final Map<String, String> aliases = new ConcurrentHashMap<>();

    static String normal(String name) {
        return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
    }

    void mx(String name, int preference, String host) {
        add(name, DnsRecordType.MX, bytes(encoded(host, Unpooled.buffer().writeShort(preference))));
    }

    void host(String name, DnsRecordType type, String host) {
        add(name, type, bytes(encoded(host, Unpooled.buffer())));
        if (DnsRecordType.CNAME.equals(type)) {
            aliases.put(normal(name), normal(host));
        }
    }

    void soa(String name) {
        var content = encoded("hostmaster." + name, encoded("ns." + name, Unpooled.buffer()));
        content.writeInt(1).writeInt(3600).writeInt(600).writeInt(86400).writeInt(60);
        add(name, DnsRecordType.SOA, bytes(content));
    }

    void address(String name, String address) {
        var bytes = NetUtil.createByteArrayFromIpAddressString(address);
        add(name, bytes.length == 4 ? DnsRecordType.A : DnsRecordType.AAAA, bytes);
    }

    void txt(String name, List<String> strings) {
        var content = Unpooled.buffer();
        for (var string : strings) {
            var text = string.getBytes(StandardCharsets.UTF_8);
            content.writeByte(text.length).writeBytes(text);
        }
        add(name, DnsRecordType.TXT, bytes(content));
    }

    void tlsa(String name, int usage, int selector, int matching, String data) {
        var content = Unpooled.buffer().writeByte(usage).writeByte(selector).writeByte(matching);
        add(name, DnsRecordType.TLSA, bytes(content.writeBytes(HexFormat.of().parseHex(data))));
    }

    void empty(String name) {
        nameToContents.computeIfAbsent(normal(name), ignored -> new CopyOnWriteArrayList<>());
    }

    void remove(String name) {
        nameToContents.remove(normal(name));
        aliases.remove(normal(name));
    }

    /** The name this one is an alias of. */
    Optional<String> target(String name) {
        return Optional.ofNullable(aliases.get(name));
    }

    void answer(String name, DnsRecordType type, DnsResponse response) {
        answer(name, type, response, 0);
    }

    private void answer(String name, DnsRecordType type, DnsResponse response, int hops) {
        var contents = nameToContents.get(name);
        if (contents == null) {
            response.setCode(DnsResponseCode.NXDOMAIN);
            return;
        }
        for (var content : contents) {
            if (content.type().equals(type) || content.type().equals(DnsRecordType.CNAME)) {
                response.addRecord(DnsSection.ANSWER, record(name, content));
            }
        }
        if (aliases.containsKey(name) && !DnsRecordType.CNAME.equals(type) && hops < MAX_HOPS) {
            answer(aliases.get(name), type, response, hops + 1);
        }
    }

    private static DefaultDnsRawRecord record(String name, Content content) {
        return new DefaultDnsRawRecord(
                name + ".", content.type(), TTL_SECONDS, Unpooled.wrappedBuffer(content.bytes()));
    }

    private void add(String name, DnsRecordType type, byte[] bytes) {
        empty(name);
        nameToContents.get(normal(name)).add(new Content(type, bytes));
    }

    private static ByteBuf encoded(String host, ByteBuf into) {
        for (var label : Splitter.on('.').split(normal(host))) {
            if (!label.isEmpty()) {
                var octets = label.getBytes(StandardCharsets.UTF_8);
                into.writeByte(octets.length).writeBytes(octets);
            }
        }
        return into.writeByte(0);
    }

    private static byte[] bytes(ByteBuf content) {
        return ByteBufUtil.getBytes(content);
    }
}
