package io.godwit.sending.api;

import io.godwit.contacts.DataChange;
import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.sending.api.Submission.Recipient;
import io.godwit.sending.api.Submission.RecipientKind;
import io.godwit.sending.content.DestinationFields;
import io.godwit.web.JsonBody;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The recipients of one call. Without {@code cc} and {@code bcc} each of {@code to} gets an email that names nobody else,
 * duplicates kept. With them it is one message to all: every copy shows To and Cc, and an address gets one copy, wherever and
 * however often it is named.
 */
record SendRecipients(List<RecipientRequest> to, List<RecipientRequest> cc, List<RecipientRequest> bcc) {

    /** Max recipients of {@code to}, {@code cc} and {@code bcc} together where one of the latter is given. */
    static final int MAX_OF_ONE_MESSAGE = 50;

    SendRecipients {
        to = List.copyOf(to);
        cc = List.copyOf(cc);
        bcc = List.copyOf(bcc);
    }

    static SendRecipients read(JsonBody body) {
        var recipients = new SendRecipients(
                RecipientRequest.several(body, "to"),
                RecipientRequest.optional(body, "cc"),
                RecipientRequest.optional(body, "bcc"));
        if (recipients.isOneMessage() && recipients.count() > MAX_OF_ONE_MESSAGE) {
            body.issue(
                    recipients.cc().isEmpty() ? "bcc" : "cc",
                    "too_big",
                    "To, cc and bcc together must contain at most " + MAX_OF_ONE_MESSAGE + " element(s)");
        }
        return recipients;
    }

    private int count() {
        return to.size() + cc.size() + bcc.size();
    }

    private boolean isOneMessage() {
        return !cc.isEmpty() || !bcc.isEmpty();
    }

    /** Returns the To and Cc fields; empty when every copy names its own recipient alone. */
    Optional<DestinationFields> recipientFields() {
        return isOneMessage() ? Optional.of(new DestinationFields(mailboxes(to), mailboxes(cc))) : Optional.empty();
    }

    private static List<NamedAddress> mailboxes(List<RecipientRequest> recipients) {
        var seen = new HashSet<EmailAddress>();
        return recipients.stream()
                .filter(one -> seen.add(one.address()))
                .map(one -> new NamedAddress(one.name(), one.address()))
                .toList();
    }

    /**
     * Returns one recipient per copy: {@code to}, {@code cc}, {@code bcc}, each in the caller's order. The data are those of
     * {@code to}.
     */
    List<Recipient> each(DataChange data, Optional<Boolean> subscribed) {
        var each = new ArrayList<Recipient>(count());
        var seen = new HashSet<EmailAddress>();
        for (var at = 0; at < to.size(); at++) {
            if (isNew(to.get(at), seen)) {
                each.add(to.get(at).recipient(at, data, subscribed, new EmailId(Ids.next())));
            }
        }
        addCopies(RecipientKind.CC, cc, seen, each);
        addCopies(RecipientKind.BCC, bcc, seen, each);
        return each;
    }

    private boolean isNew(RecipientRequest recipient, Set<EmailAddress> seen) {
        return !isOneMessage() || seen.add(recipient.address());
    }

    private static void addCopies(
            RecipientKind kind, List<RecipientRequest> recipients, Set<EmailAddress> seen, List<Recipient> each) {
        for (var at = 0; at < recipients.size(); at++) {
            if (seen.add(recipients.get(at).address())) {
                each.add(recipients.get(at).copy(kind, at, new EmailId(Ids.next())));
            }
        }
    }
}
