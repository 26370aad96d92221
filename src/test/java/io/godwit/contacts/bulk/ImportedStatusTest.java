package io.godwit.contacts.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words for yes, for no and for nothing in the files of other tools. */
@GodwitServer
class ImportedStatusTest {

    private static final List<String> NOTHING =
            List.of("", "NaN", "N/A", "n.a.", "-", "NULL", "(null)", "\\N", "None", "undefined");

    private static TestServer server;
    private static JobApi client;

    @BeforeAll
    static void start() {
        client = new JobApi(server.baseUrl(), server.secretKey(0));
    }

    @AfterEach
    void empty() {
        for (var table : List.of("contacts", "events", "fields", "jobs", "suppressions")) {
            server.database().query("DELETE FROM " + table);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unsubscribed", "unsubscribed_at", "bounced", "complained", "optout"})
    void aCellThatDeniesAMarkOrSaysNothingDoesNotSetIt(String column) {
        var words = List.of(
                "0",
                "0.0",
                "0,00",
                "false",
                "f",
                "no",
                "nein",
                "Non",
                "faux",
                "off",
                "n\u00e3o",
                "0000-00-00 00:00:00",
                "0000-00-00",
                "00.00.0000",
                "0001-01-01T00:00:00Z",
                "1/1/0001 12:00:00 AM");

        assertThat(subscribed(column, words)).isEqualTo(words);
        assertThat(subscribed(column, NOTHING)).isEqualTo(NOTHING);
        assertThat(server.database().count("SELECT count(*) FROM suppressions")).isZero();
    }

    @Test
    void everyOtherCellSetsTheMark() {
        var words = List.of(
                "1",
                "1.0",
                "-1",
                "true",
                "yes",
                "x",
                "oui",
                "\u2713",
                "2024-01-02",
                "0001-02-01",
                "1970-01-01",
                "spam trap");

        assertThat(subscribed("unsubscribed", words)).isEmpty();
    }

    @Test
    void aYesSubscribesInTheWordsOfManyLanguages() {
        var words =
                List.of("1", "1.0", "true", "oui", "si", "s\u00ed", "x", "on", "OK", "\u2713", "wahr", "Opted In", "t");

        assertThat(subscribed("subscribed", words)).isEqualTo(words);
    }

    @Test
    void anOptOutIsNotMadeOfACellThatSaysNothing() {
        var silent = NOTHING.stream().filter(word -> !word.equals("None")).toList();

        assertThat(subscribed("subscribed", NOTHING)).isEqualTo(silent);
        assertThat(subscribed("subscribed", List.of("0", "0.0", "2", "no", "nein", "off", "whatever")))
                .isEmpty();
    }

    /** The column of many tables, in which a word this program does not know says nothing about mail. */
    @Test
    void aRefusalInAColumnStatusSubscribesNobodyNew() {
        assertThat(subscribed(
                        "Status",
                        List.of(
                                "Do not contact",
                                "not opted in",
                                "no",
                                "false",
                                "nein",
                                "d\u00e9sinscrit",
                                "opt-out",
                                "off")))
                .isEmpty();
        assertThat(subscribed("Status", List.of("gold", "shipped", ""))).containsExactly("gold", "shipped", "");
    }

    /** As Acoustic, MailUp, Intercom, Pardot, Braze, Dynamics, Campaign Monitor and MailPoet name them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Opted Out Date",
                "OptOut_Date",
                "Unsubscribed from emails",
                "Do Not Email",
                "email_unsubscribed_at",
                "Do not allow Bulk Emails",
                "Date Unsubscribed",
                "is_unsubscribed",
                "Unsubscribe",
                "UNSUB_REASON",
                "Newsletter opt-out",
                "Email Bounced Reason",
                "Has hard bounced",
                "Email Invalid",
                "Invalid email address",
                "Marked email as spam"
            })
    void aMarkIsFoundUnderTheNamesThatOtherToolsGiveIt(String column) {
        assertThat(subscribed(column, List.of("2024-01-02 10:00:00", "TRUE", "FALSE", "")))
                .containsExactly("FALSE", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Global Status", "subscribeStatus", "Email Permission Status", "email_subscribe", "List status"})
    void aWordIsFoundUnderTheNamesThatOtherToolsGiveItsColumn(String column) {
        assertThat(subscribed(column, List.of("Unsubscribed", "Subscribed", "unconfirmed")))
                .containsExactly("Subscribed");
    }

    @Test
    void columnsThatOnlySoundAlikeMarkNobody() {
        assertThat(subscribed("Unsubscribe", List.of("https://list.example/u/1", "mailto:off@list.example")))
                .hasSize(2);
        for (var column :
                List.of("Unsubscribe URL", "unsubscribe_token", "Bounce count", "Soft bounced", "Opt-in date")) {
            assertThat(subscribed(column, List.of("3f9a", "2024-01-02")))
                    .as(column)
                    .hasSize(2);
        }
        for (var column : List.of("Order status", "Email verification status", "Membership status")) {
            assertThat(subscribed(column, List.of("valid", "expired")))
                    .as(column)
                    .hasSize(2);
        }
        assertThat(subscribed("Order status", List.of("cancelled"))).hasSize(1);
        assertThat(subscribed("Marketing contact status", List.of("Marketing contact", "Non-marketing contact")))
                .containsExactly("Marketing contact");
    }

    /** As WordPress, Shopify, Brevo, Mautic and tables made by hand name them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "is_subscribed",
                "Subscribed?",
                "email_subscribed",
                "Subscribed to newsletter",
                "Newsletter",
                "Opt-in",
                "opt_in",
                "Opted In",
                "Newsletter opt-in",
                "Marketing Opt In",
                "Opt-in to marketing emails",
                "Double Opt-In",
                "Email Opt-In",
                "consent",
                "email_consent",
                "gdpr_consent",
                "Marketing Consent",
                "Consent to marketing",
                "marketing_allowed",
                "can_email",
                "receives_email",
                "wants newsletter",
                "active",
                "is_active",
                "Aktiv",
                "accepts_marketing",
                "Accepts Email Marketing",
                "Newsletter abonniert",
                "Einwilligung"
            })
    void aNoIsFoundInTheColumnsThatAskWhetherAContactWantsMail(String column) {
        assertThat(subscribed(
                        column, List.of("no", "FALSE", "0", "Nein", "none", "denied", "unsubscribed", "yes", "1")))
                .containsExactly("yes", "1");
    }

    @Test
    void otherWordsInAColumnThatAsksStayWordsAndNumbers() {
        for (var column : List.of("Newsletter", "Opt-in", "consent", "active", "Opt-in date", "subscribed_at")) {
            var words = List.of("weekly", "2024-01-02", "3", "Bounce Festival News", "");

            assertThat(subscribed(column, words)).as(column).isEqualTo(words);
        }
        client.imported("email,Newsletter,active\nada@example.com,no,since 2020\n");

        assertThat(server.database().query("SELECT data::text FROM contacts WHERE email = 'ada@example.com'"))
                .singleElement()
                .satisfies(row ->
                        assertThat(String.valueOf(row.get("data"))).contains("Newsletter", "active", "since 2020"));
    }

    /** A wish about paper or a phone says nothing about mail. */
    @Test
    void columnsAboutOtherThingsThanMailSubscribeAsBefore() {
        for (var column : List.of(
                "SMS opt-in",
                "Phone consent",
                "proactive",
                "Newsletter topic",
                "Complaints handled by",
                "Spam score")) {
            assertThat(subscribed(column, List.of("no", "0"))).as(column).hasSize(2);
        }
    }

    /** As Sendy, phpList, Salesforce, Mautic, and tools in German, French and Spanish name them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Blacklist",
                "Blocklist",
                "Blocked",
                "is_blocked",
                "hard_bounces",
                "Hard bounce count",
                "spam",
                "spam_complaint",
                "Spam reports",
                "complaint",
                "complaints",
                "Unsubscription Date",
                "DNC",
                "Do not contact",
                "Do not email",
                "No marketing",
                "No marketing emails",
                "Consent withdrawn",
                "consent_revoked_at",
                "Abgemeldet",
                "Abgemeldet (am)",
                "Abmeldung",
                "Abmeldedatum",
                "Newsletter-Abmeldung",
                "d\u00e9sinscrit",
                "Date de d\u00e9sinscription",
                "d\u00e9sabonn\u00e9",
                "baja",
                "Fecha de baja",
                "disiscritto",
                "uitgeschreven"
            })
    void aMarkIsFoundInOtherWordsAndLanguages(String column) {
        assertThat(subscribed(column, List.of("2024-01-02", "1", "x", "0", "no", "")))
                .containsExactly("0", "no", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Status", "Member Status", "Kontaktstatus", "Anmeldestatus", "estado", "statut", "stato", "State"
            })
    void aStatusIsFoundUnderOtherHeaders(String column) {
        assertThat(subscribed(
                        column,
                        List.of(
                                "Unsubscribed",
                                "bounced",
                                "abgemeldet",
                                "baja",
                                "d\u00e9sabonn\u00e9e",
                                "Reported",
                                "active",
                                "Texas")))
                .containsExactly("active", "Texas");
    }

    @Test
    void aStateOfACountryIsNoStatus() {
        var states = List.of("NO", "NE", "U", "B", "Off the grid", "Baja California", "Spamland", "Bouncetown", "OFF");

        for (var column : List.of("State", "estado", "stato")) {
            assertThat(subscribed(column, states)).as(column).isEqualTo(states);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Status", "Email Status", "Newsletter status"})
    void aStatusCountsAlsoWhereMoreIsWrittenBehindIt(String column) {
        var said = List.of(
                "Unsubscribed by admin",
                "unsubscribed (via link)",
                "Hard bounced (550)",
                "hard-bounce: 550 5.1.1",
                "Bounced twice",
                "spamreported",
                "Reported",
                "Reported as spam",
                "Complaint received",
                "Opted-Out: Manual",
                "Opt-out by phone",
                "Blacklisted in 2023",
                "Blocklist of the tool",
                "U",
                "B");

        assertThat(subscribed(column, said)).isEmpty();
        assertThat(server.database().query("SELECT reason FROM suppressions ORDER BY reason").stream()
                        .map(row -> row.get("reason")))
                .containsOnly("BOUNCE", "COMPLAINT", "MANUAL");
        assertThat(server.database()
                        .count("SELECT count(*) FROM suppressions WHERE email IN ('13@example.com', '14@example.com')"))
                .isZero();
    }

    @Test
    void aStatusThatOnlyBeginsAlikeIsNone() {
        var words = List.of("Spam-free", "Subscribed (bounce protection)", "gold", "Outbound", "Universal", "A");

        assertThat(subscribed("Status", words)).isEqualTo(words);
    }

    /** As the dashboard does, which names each column of a file. */
    @Test
    void aColumnThatIsMappedToItsOwnNameIsReadByItsName() {
        client.imported(
                "email,Contact Status,Newsletter\nada@example.com,gold,weekly\nbob@example.com,gold,no\n",
                Map.of(
                        "mapping",
                        "{\"email\":\"email\",\"Contact Status\":\"Contact Status\",\"Newsletter\":\"Newsletter\"}"));

        assertThat(server.database().query("SELECT email FROM contacts WHERE subscribed").stream()
                        .map(row -> row.get("email")))
                .containsExactly("ada@example.com");
    }

    /** Imports one new contact for each word, and returns the words of those that are subscribed. */
    private static List<String> subscribed(String column, List<String> words) {
        var rows = IntStream.range(0, words.size())
                .mapToObj(at -> "\"" + at + "@example.com\",\"" + words.get(at) + "\"\n")
                .collect(Collectors.joining());
        server.database().query("DELETE FROM contacts");
        var job = client.imported("email," + column + "\n" + rows);
        assertThat(job.getInteger("createdCount")).as(job.encode()).isEqualTo(words.size());
        var addresses = server.database().query("SELECT email FROM contacts WHERE subscribed").stream()
                .map(row -> row.get("email"))
                .toList();
        return IntStream.range(0, words.size())
                .filter(at -> addresses.contains(at + "@example.com"))
                .mapToObj(words::get)
                .toList();
    }
}
