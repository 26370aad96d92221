package io.godwit.inbound.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.bounces.BounceCorpus;
import io.godwit.mailauth.AuthResult;
import io.godwit.mailauth.AuthResults;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Emails of unknown senders, parsed. */
class ParsedEmailTest {

    private static final String OWN_ADDRESS =
            "0198f3a2-7c11-7d6e-8a55-2b1f0c9d4e10.0198f3a2-0000-7000-8000-000000000001@example.test";

    @Test
    void noMutationMakesItFailOrLeavesANul() {
        var random = new Random(822);
        var corpus = BounceCorpus.all();
        for (var round = 0; round < 1_000; round++) {
            var message = corpus.get(random.nextInt(corpus.size())).mail().clone();
            for (var change = 0; change < 10; change++) {
                message[random.nextInt(message.length)] = (byte) random.nextInt(round % 2 == 0 ? 256 : 3);
            }

            var email = ParsedEmail.of("ada@example.com", Arrays.copyOf(message, random.nextInt(message.length) + 1));

            var all = email.subject()
                    + email.html()
                    + email.text()
                    + email.headers()
                    + email.fromHeader()
                    + email.messageId()
                    + email.references()
                    + email.replyTo()
                    + email.author();
            assertThat(all).as("round " + round).doesNotContain("\u0000");
        }
    }

    @Test
    void whatAMachineWroteIsKnownAsSuch() {
        for (var field : List.of(
                "Auto-Submitted: auto-replied",
                "Precedence: bulk",
                "List-Id: <a.b.c>",
                "Message-ID: <" + OWN_ADDRESS + ">",
                "Subject: Out of office")) {
            assertThat(message("a@b.example", field).automatic()).as(field).isTrue();
        }
        assertThat(message("", "Subject: x").automatic()).isTrue();
        assertThat(message("a@b.example", "Auto-Submitted: no").automatic()).isFalse();
        assertThat(message("a@b.example", "In-Reply-To: <" + OWN_ADDRESS + ">").automatic())
                .isFalse();
    }

    /** DMARC speaks for the address that is written, never for one in the name beside it. */
    @Test
    void theAuthorIsTheAddressThatIsWrittenWhateverTheNameSays() {
        for (var name : List.of(
                "=?utf-8?Q?boss=40victim.example=2C?=",
                "=?utf-8?Q?Boss_=3Cboss=40victim.example=3E=2C?=",
                "=?utf-8?Q?boss=40victim.example_=3C?=")) {
            var email = message("a@b.example", "From: " + name + " <ada@evil.example>", "X: y");

            assertThat(email.author().address().value()).as(name).isEqualTo("ada@evil.example");
            assertThat(email.checkedDomain()).isEqualTo("evil.example");
            assertThat(email.fromHeader()).isEqualTo(name + " <ada@evil.example>");
        }
        assertThat(message("a@b.example", "From: a@b.example, c@d.example", "X: y")
                        .checkedDomain())
                .isEmpty();
    }

    @Test
    void aCommaInAnEncodedNamePartsNoAddresses() {
        var hans = "=?utf-8?Q?M=C3=BCller=2C_Hans?= <hans@firm.example>";

        var email = message("a@b.example", "From: " + hans, "Reply-To: Ada L <ada@firm.example>,\r\n " + hans);

        assertThat(email.author().name()).contains("M\u00fcller, Hans");
        assertThat(email.author().address().value()).isEqualTo("hans@firm.example");
        assertThat(email.replyTo()).contains("Ada L <ada@firm.example>, \"M\u00fcller, Hans\" <hans@firm.example>");
        assertThat(message("a@b.example", "Reply-To: no =?utf-8?Q?address?=").replyTo())
                .contains("no =?utf-8?Q?address?=");
    }

    @Test
    void nothingThatRunsIsShown() {
        var evil =
                "<script>x()</script><img src=x onerror=x()><a href=\"javascript:x()\">a</a><iframe src=//e></iframe>"
                        + "<form action=//e><input></form><base href=//e><svg onload=x()></svg><object data=x></object>";

        var email = ParsedEmail.of(
                "a@b.example", ("Content-Type: text/html\r\n\r\n" + evil).getBytes(StandardCharsets.UTF_8));

        assertThat(email.html())
                .doesNotContain("x()")
                .doesNotContain("iframe")
                .doesNotContain("form")
                .doesNotContain("base")
                .doesNotContain("svg")
                .doesNotContain("object");
    }

    @Test
    void whatIsKeptIsReadAsItWasWritten() {
        var posted = new StoredMail(
                "a@b.example",
                List.of("one@here.test", "two@here.test"),
                new AuthResults(
                        AuthResult.PASS, AuthResult.GRAY, AuthResult.FAIL, List.of("example.com", "other.test")),
                "x\ty\nz".getBytes(StandardCharsets.UTF_8));

        var read = StoredMail.read(posted.toBuffer());

        assertThat(read.from()).isEqualTo(posted.from());
        assertThat(read.recipients()).isEqualTo(posted.recipients());
        assertThat(read.authResults()).isEqualTo(posted.authResults());
        assertThat(read.message()).isEqualTo(posted.message());
        assertThat(StoredMail.read(new StoredMail("", List.of(), AuthResults.UNKNOWN, new byte[0]).toBuffer())
                        .recipients())
                .isEmpty();
        assertThat(Buffer.buffer("nonsense")).satisfies(ParsedEmailTest::isRefused);
    }

    private static void isRefused(Buffer raw) {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> StoredMail.read(raw)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ParsedEmail message(String sender, String field) {
        return message(sender, "From: a@b.example", field);
    }

    private static ParsedEmail message(String sender, String from, String field) {
        return ParsedEmail.of(sender, (from + "\r\n" + field + "\r\n\r\nHello\r\n").getBytes(StandardCharsets.UTF_8));
    }
}
