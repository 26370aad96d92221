package io.godwit.bounces;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The addresses a report says could not be reached. Behind the address of an email may be an alias or a list: a report about one
 * member proves nothing about the address itself. A member is another mailbox of the same domain, or one of which the report says
 * that it stands for the address.
 *
 * @param addresses as the report writes them; none where it names a mailbox in another form (X.400), only in prose, or not at all
 * @param origins the addresses that the report says those stand for
 */
public record FailedRecipients(List<String> addresses, List<String> origins) {

    /** The recipients of a report that names none: the report is about the address of its email. */
    public static final FailedRecipients UNNAMED = new FailedRecipients(List.of(), List.of());

    /** The beginning of the local part under which Exchange puts an address that is none of internet mail. */
    private static final String ENCAPSULATED = "imcea";

    public FailedRecipients {
        addresses = List.copyOf(addresses);
        origins = List.copyOf(origins);
    }

    /** Returns the recipient that the first of these fields with an address names; {@link #UNNAMED} if none has one. */
    public static FailedRecipients first(Stream<String> fields) {
        return new FailedRecipients(mailboxes(fields).limit(1).toList(), List.of());
    }

    /** Returns the recipients that all of these fields name; {@link #UNNAMED} if none has an address. */
    static FailedRecipients all(Stream<String> fields) {
        return new FailedRecipients(mailboxes(fields).toList(), List.of());
    }

    /** Returns the same recipients, who stand for those of these fields. */
    FailedRecipients withOrigins(Stream<String> fields) {
        return new FailedRecipients(addresses, mailboxes(fields).toList());
    }

    private static Stream<String> mailboxes(Stream<String> fields) {
        return fields.flatMap(field -> AddressExtractor.whole(field).stream()).filter(FailedRecipients::isMailbox);
    }

    /** Returns whether the address is one of internet mail, and not of a mail system itself. */
    private static boolean isMailbox(String address) {
        return !address.toLowerCase(Locale.ROOT).startsWith(ENCAPSULATED) && !AddressExtractor.isDaemon(address);
    }

    /** Returns whether the report is only about members of the alias or list that {@code recipient} is. */
    public boolean areMembersOf(String recipient) {
        var parts = AddressParts.of(recipient);
        return !addresses.isEmpty()
                && addresses.stream().allMatch(named -> isMember(recipient, parts, AddressParts.of(named)));
    }

    private boolean isMember(String recipient, AddressParts parts, AddressParts named) {
        var isSame = isEncoded(parts.local(), parts.domain(), named.local())
                || isEncoded(parts.untagged(), parts.domain(), named.local())
                || named.name().equals(parts.name());
        return !isSame
                && (named.domain().equals(parts.domain()) || origins.stream().anyMatch(recipient::equalsIgnoreCase));
    }

    /**
     * Returns whether a local part contains the whole address: {@code list+ada=example.com} (VERP), {@code ada%example.com}, or
     * {@code SRS0=hash=time=example.com=ada} (Sender Rewriting Scheme).
     */
    private static boolean isEncoded(String local, String domain, String named) {
        var encoded = local + "=" + domain;
        var plain = named.replace('%', '=');
        return plain.equals(encoded)
                || plain.endsWith("+" + encoded)
                || plain.endsWith("-" + encoded)
                || (plain.startsWith("srs") && plain.endsWith("=" + domain + "=" + local));
    }
}
