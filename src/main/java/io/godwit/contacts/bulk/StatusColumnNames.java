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
    private static final Pattern STATUS = Pattern.compile("(?:contact|kontakt|global|list|member|anmelde)?status"
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

    /** The status in some languages; the state of the United States or of Mexico a contact lives in has the same name. */
    private static final Set<String> STATE = Set.of("state", "estado", "statut", "stato");

    /** Words before and after the one that tells: {@code is}, {@code email}; {@code at}, {@code date}, {@code reason}. */
    private static final String BEFORE =
            "(?:is|has|was|been|e?mail|contact|subscriber|global(?:ly)?|marketing|newsletter|date|time|when){0,4}";

    private static final String AFTER =
            "(?:at|on|date|time(?:stamp)?|utc|reason|other|flag|from|to|of|all|any|the|our|my"
                    + "|marketing|newsletters?|list|e?mails?|communications?){0,6}";

    /** {@code Opted Out Date}, {@code Unsubscribed from emails}, {@code Do Not Email}, {@code OptOut_Date}, {@code EMAIL_BLOCKLISTED}. */
    private static final Pattern OPT_OUT = Pattern.compile(BEFORE
            + "(?:unsub(?:scribed?|scriptions?)?|opt(?:ed)?out|bl(?:ack|ock)list(?:ed)?|blocked|dnc"
            + "|do(?:es)?not(?:allow|send)?(?:bulk)?(?:e?mails?|contact)|no(?:marketing|newsletters?)"
            + "|consent(?:withdrawn|revoked)|(?:withdrawn|revoked)consent)"
            + AFTER);

    /** {@code Abgemeldet am}, {@code Fecha de baja}. */
    private static final Pattern OPT_OUT_ABROAD = Pattern.compile(
            "(?:datum|date|fecha|data|der|des?|di|newsletter|e?mail){0,4}"
                    + "(?:abgemeldet|abmeldung|abmeldedatum|abbestell(?:t|ung)|ausgetragen|einwilligungwiderrufen|keinewerbung"
                    + "|d[e\u00e9]s(?:inscri(?:te?|ption)|abonn(?:\u00e9e?|ee?|ement))|baja|desuscrit[oa]"
                    + "|disiscri(?:tt[oa]|zione)|uitgeschreven|afgemeld)(?:am|um|datum|grund|vom|le|op|il|el|newsletter){0,2}");

    private static final Pattern BOUNCE = Pattern.compile(BEFORE + "(?:hardbounce(?:d|s|count)?|bounced)" + AFTER);
    private static final Pattern COMPLAINT =
            Pattern.compile(BEFORE + "(?:(?:spam)?complain(?:ed|ts?)|spam(?:reports?|reported)?)" + AFTER);

    /**
     * Columns that ask whether a contact wants mail: {@code is_subscribed}, {@code Newsletter opt-in}, {@code consent},
     * {@code marketing_allowed}, {@code can_email}, {@code active}. In some of them are dates, sources or the names of newsletters.
     */
    private static final Pattern QUESTION = Pattern.compile(BEFORE
            + "(?:subscribed|newsletters?|(?:double)?opt(?:ed)?in|abonniert|angemeldet|inscrite?|abonn\u00e9e?|suscrit[oa]|iscritt[oa])"
            + "(?:for|in)?" + AFTER
            + "|(?:has|gave|gdpr|dsgvo|rgpd|e?mail|marketing|newsletter){0,4}consent(?:ed|given|granted)?(?:for)?"
            + AFTER
            + "|(?:e?mail|marketing|newsletter|werbe){1,3}(?:is)?(?:allowed|accepted|permission|permitted|enabled)"
            + "|(?:(?:can|may)(?:be|we)?|(?:receive|accept|want|allow)s?)(?:the|our|marketing|newsletter){0,3}"
            + "(?:e?mail(?:s|ed|ing)?|marketing|newsletters?)"
            + "|(?:is|contact|subscriber)?(?:active|aktiv)|issubscriber|(?:newsletter|werbe|marketing)?einwilligung");

    /** The beginning of the columns in which HubSpot tells for each kind of email who refuses it. */
    private static final String OPTED_OUT_OF = "optedoutofemail";

    private StatusColumnNames() {}

    /** The words that count in a column. */
    enum Vocabulary {
        /** All words of a column about nothing but the subscription: one that is unknown may be a refusal, too. */
        CERTAIN,
        /** Those that refuse, also with more behind them, and those that deny. */
        STATUS,
        /** Whole words that refuse or deny: what else is in the column is not about the subscription. */
        QUESTION,
        /** Whole words that name a status: the column is most often about something else than mail. */
        STATE
    }

    /** Tells whether a column of this name may mark contacts not to mail. */
    static boolean mayRefuse(String column) {
        return OF_SUBSCRIPTIONS.contains(column)
                || STATE.contains(column)
                || STATUS.matcher(column).matches()
                || QUESTION.matcher(column).matches()
                || mark(column).isPresent();
    }

    /** Returns the words that count in a column that {@linkplain #mayRefuse may refuse}. */
    static Vocabulary vocabulary(String column) {
        if (OF_SUBSCRIPTIONS.contains(column)) {
            return Vocabulary.CERTAIN;
        } else if (STATE.contains(column)) {
            return Vocabulary.STATE;
        }
        return STATUS.matcher(column).matches() ? Vocabulary.STATUS : Vocabulary.QUESTION;
    }

    /** Returns the status that every cell of the column sets which says something and does not deny. */
    static Optional<ImportedStatus> mark(String column) {
        var named = column.startsWith(OPTED_OUT_OF) ? UNSUBSCRIBED : NAME_TO_STATUS.get(column);
        return named != null
                ? Optional.of(named)
                : Stream.of(
                                Map.entry(OPT_OUT, UNSUBSCRIBED),
                                Map.entry(OPT_OUT_ABROAD, UNSUBSCRIBED),
                                Map.entry(BOUNCE, BOUNCED),
                                Map.entry(COMPLAINT, COMPLAINED))
                        .filter(entry -> entry.getKey().matcher(column).matches())
                        .map(Map.Entry::getValue)
                        .findFirst();
    }
}
