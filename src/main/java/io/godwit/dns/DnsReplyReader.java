package io.godwit.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsPtrRecord;
import io.netty.handler.codec.dns.DnsRawRecord;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Decodes a packet into a {@link DnsReply}. Only NOERROR and NXDOMAIN are conclusive; any other code means: not known. */
final class DnsReplyReader {

    /** The lifetime of a negative answer without an SOA record, which would tell it (RFC 2308 §5). */
    private static final long NEGATIVE_TTL_SECONDS = 60;

    /** The AD bit among the three bits that RFC 1035 §4.1.1 reserved. */
    private static final int AUTHENTIC_DATA = 2;

    private DnsReplyReader() {}

    static DnsReply read(DnsResponse response, DnsRecordType type) {
        var reply = readAnswer(response, type);
        return reply.lookup().isUnknown() ? reply : reply.validated((response.z() & AUTHENTIC_DATA) != 0);
    }

    private static DnsReply readAnswer(DnsResponse response, DnsRecordType type) {
        var code = response.code();
        if (response.isTruncated()
                || !(DnsResponseCode.NOERROR.equals(code) || DnsResponseCode.NXDOMAIN.equals(code))) {
            return DnsReply.UNKNOWN;
        }
        var records = answers(response, type);
        if (!records.isEmpty()) {
            return DnsReply.found(records, shortestTtl(response));
        }
        if (isReferral(response) || leadsNowhere(response)) {
            return DnsReply.UNKNOWN;
        }
        return DnsReply.absent(
                DnsResponseCode.NXDOMAIN.equals(code)
                        ? DnsAnswer.Outcome.NO_SUCH_NAME
                        : DnsAnswer.Outcome.NO_SUCH_RECORD,
                negativeTtl(response));
    }

    /**
     * Tells whether a server neither has authority for the zone nor resolves recursively (a lame server); its answer says
     * nothing.
     */
    private static boolean isReferral(DnsResponse response) {
        return !response.isAuthoritativeAnswer() && !response.isRecursionAvailable();
    }

    /** Tells whether aliases form a loop: then there is no answer, not even that there is nothing. */
    private static boolean leadsNowhere(DnsResponse response) {
        var aliasToTarget = new HashMap<String, String>();
        for (int i = 0; i < response.count(DnsSection.ANSWER); i++) {
            DnsRecord answer = response.recordAt(DnsSection.ANSWER, i);
            if (DnsRecordType.CNAME.equals(answer.type()) && answer instanceof DnsRawRecord raw) {
                aliasToTarget.put(withoutDot(raw.name()), content(raw).text());
            }
        }
        return aliasToTarget.keySet().stream().anyMatch(alias -> leadsBack(alias, aliasToTarget));
    }

    private static boolean leadsBack(String alias, Map<String, String> aliasToTarget) {
        var at = aliasToTarget.get(alias);
        for (int hops = 0; at != null && hops <= aliasToTarget.size(); hops++) {
            if (at.equals(alias)) {
                return true;
            }
            at = aliasToTarget.get(at);
        }
        return false;
    }

    private static List<DnsRecordData> answers(DnsResponse response, DnsRecordType type) {
        var found = new ArrayList<DnsRecordData>();
        for (int i = 0; i < response.count(DnsSection.ANSWER); i++) {
            DnsRecord answer = response.recordAt(DnsSection.ANSWER, i);
            if (type.equals(answer.type()) && answer instanceof DnsRawRecord raw) {
                found.add(content(raw));
            } else if (type.equals(answer.type()) && answer instanceof DnsPtrRecord pointer) {
                found.add(DnsRecordData.text(withoutDot(pointer.hostname())));
            }
        }
        return found;
    }

    private static DnsRecordData content(DnsRawRecord answer) {
        var content = answer.content().duplicate();
        if (DnsRecordType.MX.equals(answer.type())) {
            return DnsRecordData.host(content.readUnsignedShort(), name(content));
        } else if (DnsRecordType.NS.equals(answer.type()) || DnsRecordType.CNAME.equals(answer.type())) {
            return DnsRecordData.text(name(content));
        } else if (DnsRecordType.TXT.equals(answer.type())) {
            return DnsRecordData.text(strings(content));
        } else if (DnsRecordType.SOA.equals(answer.type())) {
            return DnsRecordData.text(withoutDot(answer.name()));
        } else if (DnsRecordType.TLSA.equals(answer.type())) {
            return DnsRecordData.text(ByteBufUtil.hexDump(content));
        }
        return DnsRecordData.address(address(content));
    }

    private static String name(ByteBuf content) {
        return withoutDot(DefaultDnsRecordDecoder.decodeName(content));
    }

    private static String withoutDot(String name) {
        return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
    }

    /** Joins the strings of a TXT record (RFC 7208 §3.3, RFC 6376 §3.6.2.2). */
    private static String strings(ByteBuf content) {
        var text = new StringBuilder();
        while (content.isReadable()) {
            text.append(content.readCharSequence(content.readUnsignedByte(), StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    private static InetAddress address(ByteBuf content) {
        try {
            return InetAddress.getByAddress(ByteBufUtil.getBytes(content));
        } catch (UnknownHostException wrongLength) {
            throw new IllegalArgumentException("An address record is 4 or 16 bytes long", wrongLength);
        }
    }

    private static long shortestTtl(DnsResponse response) {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < response.count(DnsSection.ANSWER); i++) {
            DnsRecord answer = response.recordAt(DnsSection.ANSWER, i);
            shortest = Math.min(shortest, answer.timeToLive());
        }
        return shortest;
    }

    private static long negativeTtl(DnsResponse response) {
        for (int i = 0; i < response.count(DnsSection.AUTHORITY); i++) {
            DnsRecord authority = response.recordAt(DnsSection.AUTHORITY, i);
            if (DnsRecordType.SOA.equals(authority.type())) {
                return authority.timeToLive();
            }
        }
        return NEGATIVE_TTL_SECONDS;
    }
}
