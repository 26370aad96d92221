package io.godwit.delivery.tls;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The TXT record that announces an MTA-STS policy (RFC 8461 §3.1).
 *
 * @param id changes with the policy
 */
record StsRecord(String id) {

    private static final String VERSION = "v=STSv1";
    private static final Pattern ID = Pattern.compile("id[ \\t]*=[ \\t]*([A-Za-z0-9]{1,32})");

    /** Finds the record; empty unless there is exactly one of this version, with an id. */
    static Optional<StsRecord> in(List<String> texts) {
        var found = texts.stream().filter(StsRecord::isAnnouncement).toList();
        return found.size() == 1 ? parse(found.get(0)) : Optional.empty();
    }

    private static boolean isAnnouncement(String text) {
        return text.startsWith(VERSION)
                && (text.length() == VERSION.length() || " \t;".indexOf(text.charAt(VERSION.length())) >= 0);
    }

    private static Optional<StsRecord> parse(String text) {
        return Stream.of(text.split(";", -1))
                .map(String::strip)
                .map(ID::matcher)
                .filter(field -> field.matches())
                .findFirst()
                .map(field -> new StsRecord(field.group(1)));
    }
}
