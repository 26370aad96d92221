package io.godwit.domains;

import java.util.List;
import java.util.stream.Collectors;

/** Writes records in the format of a zone file (RFC 1035 §5), for owners who keep one. */
final class ZoneFile {

    private static final int TTL_SECONDS = 3600;

    /** The octets of one string (RFC 1035 §3.3). */
    private static final int MAX_STRING_LENGTH = 255;

    private ZoneFile() {}

    static String write(List<DnsRecord> records) {
        return records.stream().map(ZoneFile::line).collect(Collectors.joining());
    }

    private static String line(DnsRecord record) {
        return record.host() + ". " + TTL_SECONDS + " IN " + record.type() + " " + content(record) + "\n";
    }

    private static String content(DnsRecord record) {
        return switch (record.type()) {
            case TXT -> strings(record.value());
            case MX -> record.priority().orElse(0) + " " + record.value() + ".";
            case CNAME -> record.value() + ".";
        };
    }

    private static String strings(String text) {
        var strings = new StringBuilder();
        for (var at = 0; at < text.length(); at += MAX_STRING_LENGTH) {
            var string = text.substring(at, Math.min(text.length(), at + MAX_STRING_LENGTH));
            strings.append(at > 0 ? " " : "").append('"').append(string).append('"');
        }
        return strings.toString();
    }
}
