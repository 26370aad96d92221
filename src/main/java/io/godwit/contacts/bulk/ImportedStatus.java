package io.godwit.contacts.bulk;

import io.godwit.contacts.SuppressionImporter;
import io.godwit.contacts.csv.AddressColumns;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

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
            "confirmstatus",
            "acceptsmarketing",
            "acceptsemailmarketing",
            "subscribedtoemails",
            "emailoptin",
            "marketingconsent");

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
            Map.entry("hasoptedoutofemail", UNSUBSCRIBED),
            Map.entry("unsubscribedfromallemail", UNSUBSCRIBED),
            Map.entry("portalunsubscribe", UNSUBSCRIBED),
            Map.entry("emaildisabled", UNSUBSCRIBED),
            Map.entry("suppressed", BLOCKED),
            Map.entry("emailsuppressed", BLOCKED),
            Map.entry("emailsuppressions", BLOCKED),
            Map.entry("suppressionreason", BLOCKED),
            Map.entry("cleaned", BOUNCED),
            Map.entry("cleantime", BOUNCED),
            Map.entry("portalbounce", BOUNCED),
            Map.entry("globalbounce", BOUNCED),
            Map.entry("emailhardbouncereason", BOUNCED),
            Map.entry("portalspamreport", COMPLAINED),
            Map.entry("bounced", BOUNCED),
            Map.entry("bouncedat", BOUNCED),
            Map.entry("hardbounced", BOUNCED),
            Map.entry("complained", COMPLAINED),
            Map.entry("complainedat", COMPLAINED));

    /** The beginning of the columns in which HubSpot tells for each kind of email who refuses it. */
    private static final String OPTED_OUT_OF = "optedoutofemail";

    /** A moment, for which some exports have a column {@code Subscribed}: that of the sign-up, whatever came later. */
    private static final Pattern MOMENT =
            Pattern.compile("(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4})\\b.{0,40}");

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
        return COLUMNS.contains(column) || COLUMN_TO_STATUS.containsKey(column) || column.startsWith(OPTED_OUT_OF);
    }

    /**
     * Returns whether a cell of the column {@code subscribed} says yes; empty for a moment, which tells when a contact signed up
     * and not whether it still wants mail.
     */
    static Optional<Boolean> isYes(String cell) {
        return MOMENT.matcher(cell).matches()
                ? Optional.empty()
                : of("subscriptionstatus", cell, false).map(SUBSCRIBED::equals);
    }

    /**
     * The status of a cell in a column of this name; empty for a word that says nothing. Where the column is about the subscription
     * for certain, an unknown word subscribes nobody: it may be a refusal in words this table does not know.
     *
     * @param mapped whether the caller's mapping names the column as the status
     */
    static Optional<ImportedStatus> of(String column, String cell, boolean mapped) {
        var word = AddressColumns.plain(cell);
        var status = column.startsWith(OPTED_OUT_OF) ? UNSUBSCRIBED : COLUMN_TO_STATUS.get(column);
        if (status != null) {
            var named = status == BLOCKED ? NAME_TO_STATUS.getOrDefault(word, BLOCKED) : status;
            return NO.contains(word) ? Optional.empty() : Optional.of(named.isRefusal() ? named : status);
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
