package io.godwit.sending.suppression;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The suppression lists of other services, and files that are none. */
class SuppressionCsvTest {

    /** SparkPost has a column {@code created}, as SendGrid's lists do. */
    @Test
    void theSourceOfSparkPostIsTheReason() {
        assertThat(entries("recipient,type,source,description,created,updated\n"
                        + "a@example.org,non_transactional,List Unsubscribe,,2026,2026\n"
                        + "b@example.org,transactional,Spam Complaint,,2026,2026\n"
                        + "c@example.org,transactional,Bounce Rule,,2026,2026\n"))
                .containsExactly("a@example.org MANUAL", "b@example.org COMPLAINT", "c@example.org BOUNCE");
    }

    @Test
    void aContactWhoRefusesOneKindOfEmailInHubSpotIsNotSuppressed() {
        var file = "Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report,Global Bounce,Marketing Information\n"
                + "one@example.org,FALSE,FALSE,FALSE,FALSE,TRUE\n"
                + "bounced@example.org,MAILBOX_FULL,FALSE,FALSE,FALSE,FALSE\n"
                + "all@example.org,,TRUE,,,TRUE\n"
                + "spam@example.org,TRUE,TRUE,TRUE,FALSE,TRUE\n";

        assertThat(entries(file))
                .containsExactly("bounced@example.org BOUNCE", "all@example.org MANUAL", "spam@example.org COMPLAINT");
        assertThat(read(file).mistakes().get(0).message()).contains("some kinds of email");
    }

    @Test
    void theReasonsOfMandrillKlaviyoAndBrevoAreKnown() {
        assertThat(
                        entries(
                                "Email,Reason\na@example.org,hard-bounce\nb@example.org,unsub\nc@example.org,USER_SUPPRESSED\n"
                                        + "d@example.org,INVALID_EMAIL\ne@example.org,hardBounces\nf@example.org,soft-bounce\n"))
                .containsExactly(
                        "a@example.org BOUNCE",
                        "b@example.org MANUAL",
                        "c@example.org MANUAL",
                        "d@example.org BOUNCE",
                        "e@example.org BOUNCE");
    }

    @ParameterizedTest
    @CsvSource({"subscribed, true, false", "Status, Active, Unsubscribed", "status, enabled, blocklisted"})
    void aListOfContactsSuppressesNobodyWhoIsSubscribed(String column, String yes, String no) {
        var file = "email," + column + "\nyes@example.org," + yes + "\nno@example.org," + no + "\n";

        assertThat(entries(file)).containsExactly("no@example.org MANUAL");
        assertThat(read(file).mistakes().get(0).message()).contains("is subscribed");
    }

    private static List<String> entries(String file) {
        return read(file).entries().stream()
                .map(entry -> entry.email() + " " + entry.reason())
                .toList();
    }

    private static SuppressionCsv.ParsedFile read(String file) {
        return SuppressionCsv.read(file.getBytes(StandardCharsets.UTF_8));
    }
}
