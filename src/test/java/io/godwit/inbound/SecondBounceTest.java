package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.InboundMailServer;
import io.godwit.kit.InboundMailServer.Sent;
import io.godwit.kit.lifecycle.CloseFields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Mail that came back for a reason that makes an address dead only when it comes a second time. */
@CloseFields
class SecondBounceTest {

    private static final String DISABLED = "sendmail-mailbox-disabled";
    private static final String EDGE = "office365-edge-blocking";

    private static InboundMailServer server;

    @BeforeAll
    static void start() {
        server = InboundMailServer.start(Map.of());
    }

    /** A new mail to the address, and its return. */
    private static Sent comesBack(String address, String sample) {
        var sent = server.send(List.of(address)).get(0);
        server.node().database().query("UPDATE contacts SET subscribed = true WHERE email = ?", address);
        comesBack(sent, InboundMailServer.bounce(sample, sent));
        return sent;
    }

    private static void comesBack(Sent sent, String message) {
        var before = returned(sent);
        assertThat(server.deliver("", sent.returnPath(), message)).startsWith("250 ");
        await().atMost(InboundMailServer.TIMEOUT).until(() -> returned(sent) > before);
        server.awaitReports();
    }

    private static long returned(Sent sent) {
        return server.node()
                .database()
                .count("SELECT count(*) FROM events WHERE email_id = ?::uuid AND name = 'email.bounce'", sent.id());
    }

    private static void age(String address, String interval) {
        server.node()
                .database()
                .query(
                        "UPDATE address_signs SET noted_at = noted_at - ?::text::interval WHERE email = ?",
                        interval,
                        address);
    }

    private static long signs(String address) {
        return server.node().database().count("SELECT count(*) FROM address_signs WHERE email = ?", address);
    }

    private static Object subscribed(Sent sent) {
        return server.node().database().value("SELECT subscribed FROM contacts WHERE email = ?", sent.to());
    }

    @Test
    void aDisabledMailboxIsSuppressedWhenASecondMailComesBackWithinAWeek() {
        var first = comesBack("closed@example.org", DISABLED);
        assertThat(server.suppressions(first)).isZero();
        assertThat(subscribed(first)).isEqualTo(true);

        var second = comesBack("closed@example.org", DISABLED);

        await().atMost(InboundMailServer.TIMEOUT).until(() -> server.suppressions(second) == 1);
        assertThat(subscribed(second)).isEqualTo(false);
        assertThat(server.node()
                        .database()
                        .value(
                                "SELECT data ->> 'reason' FROM events WHERE email_id = ?::uuid AND name = 'contact.unsubscribed'",
                                second.id()))
                .isEqualTo("bounce");
    }

    @Test
    void aDisabledMailboxIsNotSuppressedByASecondMailAfterMoreThanAWeek() {
        comesBack("rarely@example.org", DISABLED);
        age("rarely@example.org", "8 days");

        var second = comesBack("rarely@example.org", DISABLED);

        assertThat(server.suppressions(second)).isZero();
        assertThat(subscribed(second)).isEqualTo(true);
    }

    @Test
    void aMailTheAddressHasTakenInBetweenMakesTheFirstSignVoid() {
        comesBack("opened@example.org", DISABLED);
        var taken = server.send(List.of("opened@example.org")).get(0);
        server.node().database().query("UPDATE emails SET delivered_at = now() WHERE id = ?::uuid", taken.id());

        var third = comesBack("opened@example.org", DISABLED);

        assertThat(server.suppressions(third)).isZero();
    }

    @Test
    void oneMailThatIsToldOfTwiceIsOneSign() {
        var sent = comesBack("twice@example.org", DISABLED);

        comesBack(sent, "X-Copy: 2\n" + InboundMailServer.bounce(DISABLED, sent));

        assertThat(server.suppressions(sent)).isZero();
        assertThat(signs("twice@example.org")).isOne();
    }

    @Test
    void anAddressExchangeOnlineDoesNotKnowIsSuppressedOnlyWhenASecondMailComesBackADayLater() {
        comesBack("edge@example.org", EDGE);
        var sameDay = comesBack("edge@example.org", EDGE);
        assertThat(server.suppressions(sameDay)).isZero();
        age("edge@example.org", "25 hours");

        var later = comesBack("edge@example.org", EDGE);

        await().atMost(InboundMailServer.TIMEOUT).until(() -> server.suppressions(later) == 1);
        assertThat(subscribed(later)).isEqualTo(false);
    }

    @Test
    void whatIsKnownAgainstTheAddressesOfADeletedContactGoesWithIt() {
        var sent = comesBack("erased@example.org", DISABLED);
        comesBack("stays@example.org", DISABLED);
        var contact = server.node().database().value("SELECT id FROM contacts WHERE email = ?", sent.to());
        assertThat(signs("erased@example.org")).isOne();

        var answer = server.node()
                .call("DELETE", "/contacts/" + contact, server.node().secretKey(0), "");

        assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
        assertThat(signs("erased@example.org")).isZero();
        assertThat(signs("stays@example.org")).isOne();
    }
}
