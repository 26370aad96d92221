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
 */
record EmailFilter(
        Optional<String> status,
        Optional<UUID> contact,
        Optional<UUID> campaign,
        Optional<EmailAddress> to,
        Optional<EmailId> before) {

    private static final List<String> STATUSES =
            Stream.of(EmailStatus.values()).map(Enum::name).toList();

    private static final Set<String> WALKED = Set.of("SENT", "DELIVERED", "OPENED", "CLICKED");

    /** No row has it. */
    private static final UUID NOBODY = new UUID(0, 0);

    static EmailFilter read(Query query, Optional<EmailId> before) {
        return new EmailFilter(
                query.text("status").map(EmailFilter::status),
                query.text("contactId").map(EmailFilter::id),
                query.text("campaignId").map(EmailFilter::id),
                query.text("to").map(EmailFilter::address),
                before);
    }

    EmailFilter withoutStatus() {
        return new EmailFilter(Optional.empty(), contact, campaign, to, before);
    }

    /** Whether it goes through the log from its end, because no index tells who has such a status. */
    boolean isWalk() {
        return status.filter(WALKED::contains).isPresent() && contact.isEmpty() && campaign.isEmpty() && to.isEmpty();
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
