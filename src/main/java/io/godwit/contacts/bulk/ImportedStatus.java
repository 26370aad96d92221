package io.godwit.contacts.bulk;

import io.godwit.contacts.SuppressionImporter;
import io.godwit.contacts.bulk.StatusColumnNames.Vocabulary;
import io.godwit.contacts.csv.AddressColumns;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The status of an imported contact, read from the columns in which exports of mail tools say whether a contact may be mailed. A later
 * constant is more restrictive than an earlier one.
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
            Map.entry("inactif", UNCONFIRMED),
            Map.entry("inactivo", UNCONFIRMED),
            Map.entry("inattivo", UNCONFIRMED),
            Map.entry("denied", UNCONFIRMED),
            Map.entry("declined", UNCONFIRMED),
            Map.entry("refused", UNCONFIRMED),
            Map.entry("rejected", UNCONFIRMED),
            Map.entry("deactivated", UNCONFIRMED),
            Map.entry("removed", UNCONFIRMED),
            Map.entry("deleted", UNCONFIRMED),
            Map.entry("cancelled", UNCONFIRMED),
            Map.entry("canceled", UNCONFIRMED),
            Map.entry("nonsubscriber", UNCONFIRMED),
            Map.entry("notoptedin", UNCONFIRMED),
            Map.entry("nonmarketingcontact", UNCONFIRMED),
            Map.entry("nopermissionsset", UNCONFIRMED),
            Map.entry("noconsent", UNCONFIRMED),
            Map.entry("notconfirmed", UNCONFIRMED),
            Map.entry("unverified", UNCONFIRMED),
            Map.entry("unbest\u00e4tigt", UNCONFIRMED),
            Map.entry("nichtbest\u00e4tigt", UNCONFIRMED),
            Map.entry("unsubscribed", UNSUBSCRIBED),
            Map.entry("unsubscribe", UNSUBSCRIBED),
            Map.entry("unsub", UNSUBSCRIBED),
            Map.entry("globalunsubscribe", UNSUBSCRIBED),
            Map.entry("optedout", UNSUBSCRIBED),
            Map.entry("optout", UNSUBSCRIBED),
            Map.entry("disabled", UNSUBSCRIBED),
            Map.entry("donotcontact", UNSUBSCRIBED),
            Map.entry("donotemail", UNSUBSCRIBED),
            Map.entry("donotmail", UNSUBSCRIBED),
            Map.entry("dnc", UNSUBSCRIBED),
            Map.entry("nomarketing", UNSUBSCRIBED),
            Map.entry("noemail", UNSUBSCRIBED),
            Map.entry("nomail", UNSUBSCRIBED),
            Map.entry("nichtkontaktieren", UNSUBSCRIBED),
            Map.entry("keinewerbung", UNSUBSCRIBED),
            Map.entry("widerrufen", UNSUBSCRIBED),
            Map.entry("withdrawn", UNSUBSCRIBED),
            Map.entry("revoked", UNSUBSCRIBED),
            Map.entry("consentwithdrawn", UNSUBSCRIBED),
            Map.entry("d\u00e9sinscrit", UNSUBSCRIBED),
            Map.entry("desinscrit", UNSUBSCRIBED),
            Map.entry("d\u00e9sabonn\u00e9", UNSUBSCRIBED),
            Map.entry("desabonne", UNSUBSCRIBED),
            Map.entry("d\u00e9sinscrite", UNSUBSCRIBED),
            Map.entry("desinscrite", UNSUBSCRIBED),
            Map.entry("d\u00e9sabonn\u00e9e", UNSUBSCRIBED),
            Map.entry("desabonnee", UNSUBSCRIBED),
            Map.entry("nepascontacter", UNSUBSCRIBED),
            Map.entry("baja", UNSUBSCRIBED),
            Map.entry("dadodebaja", UNSUBSCRIBED),
            Map.entry("disiscritto", UNSUBSCRIBED),
            Map.entry("uitgeschreven", UNSUBSCRIBED),
            Map.entry("afgemeld", UNSUBSCRIBED),
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
            Map.entry("reported", COMPLAINED),
            Map.entry("reportedspam", COMPLAINED),
            Map.entry("reportedasspam", COMPLAINED),
            Map.entry("abuse", COMPLAINED));

    /** The first letters of a status with more behind it, such as {@code Unsubscribed by admin}. */
    private static final Map<Pattern, ImportedStatus> BEGINNING_TO_STATUS = Map.of(
            Pattern.compile("(?:global)?unsub|opt(?:ed)?out"),
            UNSUBSCRIBED,
            Pattern.compile("bl(?:ack|ock)list"),
            BLOCKED,
            Pattern.compile("(?:hard)?bounce"),
            BOUNCED,
            Pattern.compile("spam(?!free|check|score)|complain"),
            COMPLAINED);

    /** Statuses of one letter. A {@code B} may be a grade as well, so it suppresses nobody. */
    private static final Map<String, ImportedStatus> INITIAL_TO_STATUS = Map.of("u", UNSUBSCRIBED, "b", UNCONFIRMED);

    /** Words for a contact who may be mailed, in columns that can mean nothing else than the subscription. */
    private static final Set<String> YES =
            Set.of(("active aktiv enabled confirmed optedin optin granted accepted true yes y t 1 x on ok checked "
                            + "ja wahr angemeldet abonniert oui vrai inscrit abonn\u00e9 si s\u00ed verdadero suscrito sim s\u00ec "
                            + "vero iscritto tak ingeschreven")
                    .split(" "));

    /** Words that say nothing, as databases and tables write an empty cell. */
    private static final Set<String> SILENT =
            Set.of("", "null", "none", "nil", "na", "nan", "undefined", "notset", "notavailable");

    /** In a column of consents it is the name of one that was not given. */
    private static final String NO_CONSENT = "none";

    /** Words that deny. */
    private static final Set<String> NO = Set.of(("false no n f 0 off never not unchecked nein falsch "
                    + "nie nicht non faux jamais falso nunca n\u00e3o nao nee nej nei")
            .split(" "));

    private static final Set<String> CHECK_MARKS = Set.of("\u2713", "\u2714", "\u2611", "\u2705", "\u2714\ufe0f");

    /** A column of the links that each contact can unsubscribe with. */
    private static final Pattern LINK = Pattern.compile("\\s*(?:https?:|mailto:)", Pattern.CASE_INSENSITIVE);

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,18}(?:[.,]\\d{1,18})?");

    /** The moments zero of MySQL and of .NET and Go, which these write where there is none. */
    private static final Pattern NO_MOMENT = Pattern.compile("(?:0{4}[-/.]0{2}[-/.]0{2}|0{2}[-/.]0{2}[-/.]0{4}"
            + "|0001[-/.]01[-/.]01|0?1[-/.]0?1[-/.]0001)(?!\\d)[T ]?(?:12)?[0:.]*(?: ?[Aa][Mm])?(?:Z|[+-]00:?00)?");

    /**
     * Returns whether a cell of the column {@code subscribed} says yes; empty when it says nothing, and for a moment, which tells
     * when a contact signed up and not whether it still wants mail.
     */
    static Optional<Boolean> isYes(String cell) {
        var word = word(cell);
        return MOMENT.matcher(cell).matches() || (SILENT.contains(word) && !word.equals(NO_CONSENT))
                ? Optional.empty()
                : of(Optional.empty(), Vocabulary.CERTAIN, cell).map(SUBSCRIBED::equals);
    }

    /**
     * Returns the status of a cell; empty for a word that says nothing. Where the column is about the subscription for certain, an
     * unknown word subscribes nobody: it may be a refusal in words this table does not know.
     *
     * @param mark the status that the column's cells set, see {@link StatusColumnNames#mark}
     */
    static Optional<ImportedStatus> of(Optional<ImportedStatus> mark, Vocabulary vocabulary, String cell) {
        var word = word(cell);
        if (mark.isPresent()) {
            return NO.contains(word)
                            || SILENT.contains(word)
                            || LINK.matcher(cell).lookingAt()
                    ? Optional.empty()
                    : mark.map(status -> status == BLOCKED ? refusal(word) : status);
        }
        var named = Optional.ofNullable(NAME_TO_STATUS.get(word));
        return switch (vocabulary) {
            case STATE -> named;
            case QUESTION -> named.or(() -> no(NO.contains(word) || word.equals(NO_CONSENT)));
            case STATUS -> named.or(() -> beginning(word)).or(() -> no(NO.contains(word)));
            case CERTAIN ->
                named.or(() -> beginning(word)).or(() -> Optional.of(YES.contains(word) ? SUBSCRIBED : UNCONFIRMED));
        };
    }

    private static Optional<ImportedStatus> no(boolean denied) {
        return denied ? Optional.of(UNCONFIRMED) : Optional.empty();
    }

    private static Optional<ImportedStatus> beginning(String word) {
        return BEGINNING_TO_STATUS.entrySet().stream()
                .filter(entry -> entry.getKey().matcher(word).lookingAt())
                .map(Map.Entry::getValue)
                .findFirst()
                .or(() -> Optional.ofNullable(INITIAL_TO_STATUS.get(word)));
    }

    /** Returns the refusal that a word names; BLOCKED for any other word. */
    private static ImportedStatus refusal(String word) {
        var named = NAME_TO_STATUS.getOrDefault(word, BLOCKED);
        return named.isRefusal() ? named : BLOCKED;
    }

    /** Returns the letters and digits of a cell in lower case; numbers by their value, without a sign. */
    private static String word(String cell) {
        var text = cell.strip();
        if (text.equals("\\N") || NO_MOMENT.matcher(text).matches()) {
            return "";
        } else if (CHECK_MARKS.contains(text)) {
            return "yes";
        } else if (NUMBER.matcher(text).matches()) {
            var number = new BigDecimal(text.replace(',', '.')).abs().stripTrailingZeros();
            return number.signum() == 0 ? "0" : number.toPlainString();
        }
        return AddressColumns.plain(text);
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
