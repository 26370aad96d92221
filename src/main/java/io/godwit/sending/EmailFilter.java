package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.core.EmailId;
import io.godwit.core.Failure;
import io.godwit.core.Ids;
import io.godwit.web.Query;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Which emails of the log are listed.
 *
 * @param contact what is no id names no contact, so nothing is found
 * @param before only older ones
 * @param since no older ones: where the mail of a campaign begins
 */
record EmailFilter(
        Optional<String> status,
        Optional<UUID> contact,
        Optional<UUID> campaign,
        Optional<EmailAddress> to,
        Optional<EmailId> before,
        Optional<EmailId> since) {

    /** How the log is read. */
    enum Road {
        /** By an index that has it in the order of the list. */
        INDEX,
        /** From the end of the log on, and not for ever: no index tells what is looked for. */
        WALK,
        /** All of it, which is little, and then in order. */
        GATHER
    }

    private static final List<String> STATUSES =
            Stream.of(EmailStatus.values()).map(Enum::name).toList();

    /** Frequent, as a rule; and an index of them would be written with every mail. */
    private static final Set<String> WALKED = Set.of("SENT", "DELIVERED", "OPENED", "CLICKED");

    /** No row has it. */
    private static final UUID NOBODY = new UUID(0, 0);

    static EmailFilter read(Query query, Optional<EmailId> before) {
        return new EmailFilter(
                query.text("status").map(EmailFilter::status),
                query.text("contactId").map(EmailFilter::id),
                query.text("campaignId").map(EmailFilter::id),
                query.text("to").map(EmailFilter::address),
                before,
                Optional.empty());
    }

    /** The same, from {@code first} on and before {@code last}. */
    EmailFilter within(EmailId first, EmailId last) {
        var earlier = before.filter(id -> id.toString().compareTo(last.toString()) < 0)
                .orElse(last);
        return new EmailFilter(status, contact, campaign, to, Optional.of(earlier), Optional.of(first));
    }

    /** The same, from {@code first} on. */
    EmailFilter from(EmailId first) {
        return new EmailFilter(status, contact, campaign, to, before, Optional.of(first));
    }

    /** Only where it begins and ends. */
    EmailFilter bounds() {
        return new EmailFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), before, since);
    }

    Road road() {
        if (contact.isPresent() || to.isPresent()) {
            return Road.INDEX;
        }
        if (campaign.isPresent() && since.isEmpty()) {
            return Road.GATHER;
        }
        return status.map(WALKED::contains).orElse(campaign.isPresent()) ? Road.WALK : Road.INDEX;
    }

    private static String status(String text) {
        if (!STATUSES.contains(text)) {
            throw Failure.invalid("status", "invalid_enum_value", "Expected one of " + STATUSES);
        }
        return text;
    }

    private static UUID id(String text) {
        return Ids.parse(text).orElse(NOBODY);
    }

    private static EmailAddress address(String text) {
        return EmailAddress.parse(text).orElseThrow(() -> Failure.invalid("to", "invalid_string", "Invalid email"));
    }
}
