package io.godwit.kit.smtp;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The messages a sink has taken, by recipient; for tests in which every email has a recipient of its own. */
public record ReceivedCopies(Map<String, List<SinkMessage>> recipientToCopies) {

    /** Of the recipients that begin so. */
    public static ReceivedCopies at(SmtpSink sink, String prefix) {
        return at(List.of(sink), prefix);
    }

    /** Those of several sinks together. */
    public static ReceivedCopies at(List<SmtpSink> sinks, String prefix) {
        return new ReceivedCopies(sinks.stream()
                .flatMap(sink -> sink.messages().stream())
                .filter(copy -> copy.recipient().startsWith(prefix))
                .collect(Collectors.groupingBy(SinkMessage::recipient, TreeMap::new, Collectors.toList())));
    }

    public Set<String> recipients() {
        return recipientToCopies.keySet();
    }

    public int of(String recipient) {
        return recipientToCopies.getOrDefault(recipient, List.of()).size();
    }

    /** Recipients with more than one. */
    public Set<String> repeated() {
        return recipientToCopies.keySet().stream()
                .filter(recipient -> of(recipient) > 1)
                .collect(Collectors.toSet());
    }

    /** The most that anybody has. */
    public int most() {
        return recipientToCopies.values().stream().mapToInt(List::size).max().orElse(0);
    }

    /** Recipients whose copies differ in Message-ID or Date: must be empty. */
    public Set<String> unlike() {
        return recipientToCopies.keySet().stream()
                .filter(recipient -> recipientToCopies.get(recipient).stream()
                                .map(copy -> copy.messageId() + copy.header("Date"))
                                .distinct()
                                .count()
                        > 1)
                .collect(Collectors.toSet());
    }
}
