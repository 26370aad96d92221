package io.godwit.contacts.bulk;

import io.godwit.contacts.SuppressionImporter;
import io.godwit.contacts.csv.AddressColumns;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The status of an imported contact, read from the columns in which exports of mail tools say whether a contact may be mailed.
 */
enum ImportedStatus {
    SUBSCRIBED,
    /** Never asked or not yet confirmed: no marketing email, and no opt-out either. */
    UNCONFIRMED,
    UNSUBSCRIBED,
    /** On the list of those who get nothing at all (listmonk). */
    BLOCKED,
    /** The address is dead (Mailchimp calls it cleaned). */
    BOUNCED,
    COMPLAINED;

    /** Columns with a word as of {@link #NAME_TO_STATUS}: listmonk, Mailchimp, SendGrid, Brevo, MailerLite, Klaviyo and others. */
    private static final Set<String> COLUMNS = Set.of(
            "status",
            "emailstatus",
            "subscriptionstatus",
            "subscriberstatus",
            "emailsubscriberstatus",
            "emailsubscriptionstatus",
            "emailmarketing",
            "emailmarketingstatus",
            "emailmarketingconsent",
            "marketingstatus",
            "contactstatus",
            "confirmstatus");

    /** Columns with a yes, a date or a reason where it is so. */
    private static final Map<String, ImportedStatus> COLUMN_TO_STATUS = Map.ofEntries(
            Map.entry("unsub", UNSUBSCRIBED),
            Map.entry("unsubtime", UNSUBSCRIBED),
            Map.entry("unsubscribed", UNSUBSCRIBED),
            Map.entry("unsubscribedat", UNSUBSCRIBED),
            Map.entry("unsubscribedate", UNSUBSCRIBED),
            Map.entry("optedout", UNSUBSCRIBED),
            Map.entry("optout", UNSUBSCRIBED),
            Map.entry("emailoptout", UNSUBSCRIBED),
            Map.entry("blocklisted", UNSUBSCRIBED),
            Map.entry("blacklisted", UNSUBSCRIBED),
            Map.entry("emailblocklisted", UNSUBSCRIBED),
            Map.entry("emailblacklisted", UNSUBSCRIBED),
            Map.entry("cleaned", BOUNCED),
            Map.entry("cleantime", BOUNCED),
            Map.entry("bounced", BOUNCED),
            Map.entry("bouncedat", BOUNCED),
            Map.entry("hardbounced", BOUNCED),
            Map.entry("complained", COMPLAINED),
            Map.entry("complainedat", COMPLAINED));

    private static final Map<String, ImportedStatus> NAME_TO_STATUS = Map.ofEntries(
            Map.entry("subscribed", SUBSCRIBED),
            Map.entry("nonsubscribed", UNCONFIRMED),
            Map.entry("notsubscribed", UNCONFIRMED),
            Map.entry("neversubscribed", UNCONFIRMED),
            Map.entry("transactional", UNCONFIRMED),
            Map.entry("unconfirmed", UNCONFIRMED),
            Map.entry("pending", UNCONFIRMED),
            Map.entry("awaitingconfirmation", UNCONFIRMED),
            Map.entry("validating", UNCONFIRMED),
            Map.entry("archived", UNCONFIRMED),
            Map.entry("inactive", UNCONFIRMED),
            Map.entry("inaktiv", UNCONFIRMED),
            Map.entry("deactivated", UNCONFIRMED),
            Map.entry("removed", UNCONFIRMED),
            Map.entry("deleted", UNCONFIRMED),
            Map.entry("cancelled", UNCONFIRMED),
            Map.entry("canceled", UNCONFIRMED),
            Map.entry("nonsubscriber", UNCONFIRMED),
            Map.entry("unsubscribed", UNSUBSCRIBED),
            Map.entry("unsubscribe", UNSUBSCRIBED),
            Map.entry("unsub", UNSUBSCRIBED),
            Map.entry("globalunsubscribe", UNSUBSCRIBED),
            Map.entry("optedout", UNSUBSCRIBED),
            Map.entry("optout", UNSUBSCRIBED),
            Map.entry("disabled", UNSUBSCRIBED),
            Map.entry("abgemeldet", UNSUBSCRIBED),
            Map.entry("abbestellt", UNSUBSCRIBED),
            Map.entry("ausgetragen", UNSUBSCRIBED),
            Map.entry("blocklisted", BLOCKED),
            Map.entry("blacklisted", BLOCKED),
            Map.entry("blocked", BLOCKED),
            Map.entry("suppressed", BLOCKED),
            Map.entry("cleaned", BOUNCED),
            Map.entry("bounced", BOUNCED),
            Map.entry("bounce", BOUNCED),
            Map.entry("hardbounce", BOUNCED),
            Map.entry("hardbounced", BOUNCED),
            Map.entry("invalid", BOUNCED),
            Map.entry("complained", COMPLAINED),
            Map.entry("complaint", COMPLAINED),
            Map.entry("spam", COMPLAINED),
            Map.entry("junk", COMPLAINED),
            Map.entry("spamreport", COMPLAINED),
            Map.entry("spamcomplaint", COMPLAINED),
            Map.entry("markedasspam", COMPLAINED),
            Map.entry("abuse", COMPLAINED));

    /** Words for a contact who may be mailed, in columns that can mean nothing else than the subscription. */
    private static final Set<String> YES = Set.of(
            "active", "aktiv", "enabled", "confirmed", "optedin", "optin", "true", "yes", "ja", "y", "1", "angemeldet");

    /** Columns of many tables, which may as well hold the state of an order. */
    private static final Set<String> VAGUE_COLUMNS = Set.of("status", "contactstatus");

    /** Cells of a mark column that deny the mark. */
    private static final Set<String> NO = Set.of("", "false", "no", "n", "0", "never", "null", "none");

    /** Tells whether a column of this name may mark contacts not to mail; the name as {@link AddressColumns#plain} writes it. */
    static boolean isNamed(String column) {
        return COLUMNS.contains(column) || COLUMN_TO_STATUS.containsKey(column);
    }

    /**
     * The status of a cell in a column of this name; empty for a word that says nothing. Where the column is about the subscription
     * for certain, an unknown word subscribes nobody: it may be a refusal in words this table does not know.
     *
     * @param mapped whether the caller's mapping names the column as the status
     */
    static Optional<ImportedStatus> of(String column, String cell, boolean mapped) {
        var word = AddressColumns.plain(cell);
        var status = COLUMN_TO_STATUS.get(column);
        if (status != null) {
            return NO.contains(word) ? Optional.empty() : Optional.of(status);
        }
        var known = Optional.ofNullable(NAME_TO_STATUS.get(word));
        return known.isPresent() || (VAGUE_COLUMNS.contains(column) && !mapped)
                ? known
                : Optional.of(YES.contains(word) ? SUBSCRIBED : UNCONFIRMED);
    }

    /** The reason the address is on the suppression list from now on; empty when it is not to be there. */
    Optional<SuppressionImporter.Reason> suppression() {
        return switch (this) {
            case BLOCKED -> Optional.of(SuppressionImporter.Reason.MANUAL);
            case BOUNCED -> Optional.of(SuppressionImporter.Reason.BOUNCE);
            case COMPLAINED -> Optional.of(SuppressionImporter.Reason.COMPLAINT);
            case SUBSCRIBED, UNCONFIRMED, UNSUBSCRIBED -> Optional.empty();
        };
    }

    /** Tells whether the status refuses marketing email. */
    boolean isRefusal() {
        return compareTo(UNSUBSCRIBED) >= 0;
    }
}
