package io.godwit.contacts.bulk;

import static io.godwit.contacts.bulk.ImportedStatus.BLOCKED;
import static io.godwit.contacts.bulk.ImportedStatus.BOUNCED;
import static io.godwit.contacts.bulk.ImportedStatus.COMPLAINED;
import static io.godwit.contacts.bulk.ImportedStatus.UNSUBSCRIBED;

import io.godwit.contacts.csv.AddressColumns;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tells from its name whether a column of another tool's export says who may be mailed; all names as {@link AddressColumns#plain}
 * writes them.
 */
final class StatusColumnNames {

    /**
     * Columns that have a word for each contact and can mean nothing else than its subscription: listmonk, Mailchimp, SendGrid,
     * Brevo, MailerLite, Klaviyo, Braze and others.
     */
    private static final Set<String> OF_SUBSCRIPTIONS = Set.of(
            "emailstatus",
            "subscriptionstatus",
            "subscriberstatus",
            "subscribestatus",
            "emailsubscriberstatus",
            "emailsubscriptionstatus",
            "emailsubscribe",
            "emailmarketing",
            "emailmarketingstatus",
            "emailmarketingconsent",
            "marketingstatus",
            "confirmstatus",
            "acceptsmarketing",
            "acceptsemailmarketing",
            "subscribedtoemails",
            "emailoptin",
            "marketingconsent");

    /** Columns of many tables, which may as well hold the state of an order or of a check of the address. */
    private static final Pattern STATUS = Pattern.compile("(?:contact|global|list)?status"
            + "|\\p{L}{0,30}?(?:mail|subscri|newsletter|marketing|optin|consent|permission)\\p{L}{0,30}status");

    /** Columns with a yes, a date or a reason where it is so. */
    private static final Map<String, ImportedStatus> NAME_TO_STATUS = Map.ofEntries(
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
            Map.entry("emailinvalid", BOUNCED),
            Map.entry("invalidemail", BOUNCED),
            Map.entry("invalidemailaddress", BOUNCED),
            Map.entry("portalspamreport", COMPLAINED),
            Map.entry("markedemailasspam", COMPLAINED),
            Map.entry("markedasspam", COMPLAINED));

    /** Words before and after the one that tells: {@code is}, {@code email}; {@code at}, {@code date}, {@code reason}. */
    private static final String BEFORE =
            "(?:is|has|was|been|e?mail|contact|subscriber|global(?:ly)?|marketing|newsletter|date|time|when){0,4}";

    private static final String AFTER = "(?:at|on|date|time(?:stamp)?|utc|reason|other|flag|from|of|all|any|the|our|my"
            + "|marketing|newsletters?|list|e?mails?|communications?){0,6}";

    /** {@code Opted Out Date}, {@code Unsubscribed from emails}, {@code Do Not Email}, {@code OptOut_Date}, {@code EMAIL_BLOCKLISTED}. */
    private static final Pattern OPT_OUT = Pattern.compile(BEFORE
            + "(?:unsub(?:scribed?)?|opt(?:ed)?out|bl(?:ack|ock)listed|do(?:es)?not(?:allow|send)?(?:bulk)?(?:e?mails?|contact))"
            + AFTER);

    private static final Pattern BOUNCE = Pattern.compile(BEFORE + "(?:hardbounced?|bounced)" + AFTER);
    private static final Pattern COMPLAINT = Pattern.compile(BEFORE + "complained" + AFTER);

    /** The beginning of the columns in which HubSpot tells for each kind of email who refuses it. */
    private static final String OPTED_OUT_OF = "optedoutofemail";

    private StatusColumnNames() {}

    /** Tells whether a column of this name may mark contacts not to mail. */
    static boolean mayRefuse(String column) {
        return OF_SUBSCRIPTIONS.contains(column)
                || STATUS.matcher(column).matches()
                || mark(column).isPresent();
    }

    /** Tells whether words of the column may be about something else than mail. */
    static boolean isVague(String column) {
        return !OF_SUBSCRIPTIONS.contains(column);
    }

    /** Returns the status that every cell of the column sets which says something and does not deny. */
    static Optional<ImportedStatus> mark(String column) {
        var named = column.startsWith(OPTED_OUT_OF) ? UNSUBSCRIBED : NAME_TO_STATUS.get(column);
        return named != null
                ? Optional.of(named)
                : Stream.of(
                                Map.entry(OPT_OUT, UNSUBSCRIBED),
                                Map.entry(BOUNCE, BOUNCED),
                                Map.entry(COMPLAINT, COMPLAINED))
                        .filter(entry -> entry.getKey().matcher(column).matches())
                        .map(Map.Entry::getValue)
                        .findFirst();
    }
}
