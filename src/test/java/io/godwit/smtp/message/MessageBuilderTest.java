package io.godwit.smtp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.NamedAddress;
import io.godwit.kit.rules.MessageRules;
import io.godwit.smtp.MimeParsedMessage;
import io.godwit.smtp.RandomText;
import io.godwit.smtp.SampleMessages;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads built messages with mime4j. */
class MessageBuilderTest {

    private static final String EMOJI = "\uD83D\uDE00";

    @Test
    void aPlainMessageHasTextAndHtmlAndEveryFieldOnce() {
        var parsed = built(SampleMessages.message("Hello", "<p>Hello there</p>"));

        assertThat(parsed.structure()).isEqualTo("alternative[text/plain, text/html]");
        assertThat(parsed.text()).isEqualTo("Hello there");
        assertThat(parsed.html()).isEqualTo("<p>Hello there</p>");
        assertThat(parsed.message().getSubject()).isEqualTo("Hello");
        assertThat(parsed.from().getName() + parsed.from().getAddress()).isEqualTo("Adaada@example.test");
        assertThat(parsed.to().getName() + parsed.to().getAddress()).isEqualTo("Bobbob@example.org");
        assertThat(parsed.header("Message-ID"))
                .containsExactly("<0198c1aa-0000-7000-8000-000000000001.p1@example.test>");
        assertThat(parsed.header("Date")).containsExactly("Fri, 20 Nov 2026 10:15:30 +0000");
        assertThat(parsed.header("MIME-Version")).containsExactly("1.0");
    }

    @Test
    void theCallersTextIsSentAsItIs() {
        var plain = SampleMessages.message();
        var message = new Message(
                plain.messageId(),
                plain.date(),
                plain.from(),
                plain.to(),
                List.of(),
                Optional.of(SampleMessages.mailbox("Zoë", "zoe@x.test")),
                plain.subject(),
                plain.html(),
                new PlainText("My own\n.\ntext"),
                List.of(),
                List.of());

        var parsed = built(message);

        assertThat(parsed.text()).isEqualTo("My own\r\n.\r\ntext");
        assertThat(parsed.message().getReplyTo().flatten().get(0).getName()).isEqualTo("Zoë");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sale " + EMOJI,
                "Grüße aus Köln",
                "=?UTF-8?Q?pretended?=",
                "a = b ? c _ d",
                "Привет, мир, это длинная тема письма, которая не помещается",
                "x",
                "日本語の件名がここに入りますそしてとても長いのでいくつかの行に分かれます",
                "mixed ascii and ünïcode words in a row ünd ünd ünd ünd the end of it all",
                "two  spaces   and ü",
                "Very long subject in plain ASCII that has to be folded somewhere near the seventy-eighth column"
            })
    void subjectsAndNamesAreReadAsWritten(String text) {
        var plain = SampleMessages.message(text, "<p>x</p>");
        var message = new Message(
                plain.messageId(),
                plain.date(),
                new NamedAddress(Optional.of(text), SampleMessages.address("ada@example.test")),
                List.of(new NamedAddress(Optional.of(text), SampleMessages.address("bob@example.org"))),
                List.of(),
                Optional.empty(),
                text,
                plain.html(),
                plain.text(),
                List.of(new Header("X-Note", text)),
                List.of());

        var parsed = built(message);

        assertThat(parsed.message().getSubject()).isEqualTo(text);
        assertThat(parsed.from().getName()).isEqualTo(text);
        assertThat(parsed.to().getName()).isEqualTo(text);
        assertThat(parsed.header("X-Note")).containsExactly(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\r\nBcc: e@evil.test",
                "a\nBcc: e@evil.test",
                "a\rBcc: e@evil.test",
                "a\u2028Bcc: e@evil.test",
                "a\u2029Bcc: e@evil.test",
                "a\u0085Bcc: e@evil.test",
                "a\u000bBcc: e@evil.test",
                "a\u0000Bcc: e@evil.test",
                "a\r\n\r\nBcc: e@evil.test"
            })
    void nothingRenderedCanAddAHeader(String evil) {
        var plain = SampleMessages.message(evil, "<p>x</p>");
        var message = new Message(
                plain.messageId(),
                plain.date(),
                new NamedAddress(Optional.of(evil), SampleMessages.address("ada@example.test")),
                plain.to(),
                List.of(),
                Optional.of(new NamedAddress(Optional.of(evil), SampleMessages.address("re@example.test"))),
                evil,
                plain.html(),
                plain.text(),
                List.of(new Header("X-Note", evil)),
                List.of());

        var parsed = built(message);

        assertThat(parsed.header("Bcc")).isEmpty();
        assertThat(parsed.message().getSubject().replaceAll(" +", " ")).isEqualTo("a Bcc: e@evil.test");
        assertThat(parsed.from().getAddress()).isEqualTo("ada@example.test");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"quoted\"",
                "a <evil@x.test>",
                "Doe, Jane",
                "(comment)",
                "back\\slash",
                "=?utf-8?q?evil=40x.test?=",
                "\u202Eevil",
                "evil@x.test",
                "a;b:c",
                "."
            })
    void aNameIsNeverTakenForAnAddress(String name) {
        var plain = SampleMessages.message();
        var message = new Message(
                plain.messageId(),
                plain.date(),
                new NamedAddress(Optional.of(name), SampleMessages.address("ada@example.test")),
                plain.to(),
                List.of(),
                Optional.empty(),
                plain.subject(),
                plain.html(),
                plain.text(),
                List.of(),
                List.of());

        var parsed = built(message);

        assertThat(parsed.from().getAddress()).isEqualTo("ada@example.test");
        assertThat(parsed.from().getName()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n.\r\nMAIL FROM:<a@b.test>\r\n",
                "\n.\n",
                "\n.\r\n",
                "a\r.\rb",
                "\r\n.\r",
                "From here\nFrom there",
                "-- \nsignature\n--=_x",
                "trailing \t\nspace ",
                "ü\n.ü\n",
                "tab\tequals=3D",
                "",
                "\n\n",
                "nul\u0000 and \u0007"
            })
    void bodiesAreReadAsWritten(String body) {
        var plain = SampleMessages.message("x", body);
        var message = new Message(
                plain.messageId(),
                plain.date(),
                plain.from(),
                plain.to(),
                List.of(),
                Optional.empty(),
                "x",
                body,
                Optional.of(body),
                List.of(),
                List.of());

        var parsed = built(message);

        var expected = body.replace("\r\n", "\n").replace("\n", "\r\n");
        assertThat(parsed.html()).isEqualTo(expected);
        assertThat(parsed.text()).isEqualTo(expected);
    }

    @Test
    void aLineOfTwoMegabytesIsBroken() {
        var line = "x".repeat(2_000_000);

        assertThat(built(SampleMessages.message("x", line)).html()).isEqualTo(line);
    }

    @Test
    void aSubjectOf998EmojiOrCharactersFits() {
        var emoji = EMOJI.repeat(998);
        var characters = "x".repeat(998);

        assertThat(built(SampleMessages.message(emoji, "x")).message().getSubject())
                .isEqualTo(emoji);
        assertThat(built(SampleMessages.message(characters, "x")).message().getSubject())
                .isEqualTo(characters);
    }

    @Test
    void anAddressInAHeaderStaysWhole() {
        var link = "<https://example.test/unsubscribe/" + "a".repeat(300) + ">";
        var message = SampleMessages.with(
                SampleMessages.message(),
                List.of(new Header("List-Unsubscribe", link), new Header("List-Id", "Zoë's list <list.example.test>")),
                List.of());

        var parsed = built(message);

        assertThat(parsed.header("List-Unsubscribe")).containsExactly(link);
        assertThat(parsed.header("List-Id")).containsExactly("Zoë's list <list.example.test>");
    }

    @Test
    void aNewsletterWithImageAndAttachmentIsReadBack() {
        var html = "<html><body>" + "<p>Grüße \uD83D\uDE00 aus der Küche, <b>Ada</b>!</p>\n".repeat(1_200)
                + "<img src=\"cid:logo@x\"></body></html>";
        var image = Base64.getDecoder()
                .decode(
                        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
        var message = SampleMessages.with(
                SampleMessages.message("News", html),
                List.of(),
                List.of(
                        new Attachment("logo.png", "image/png", true, Optional.of("logo@x"), image),
                        new Attachment(
                                "Preisliste für " + EMOJI + ".pdf",
                                "application/pdf",
                                false,
                                Optional.empty(),
                                new byte[100_000])));

        var parsed = built(message);

        assertThat(parsed.structure())
                .isEqualTo("mixed[related[alternative[text/plain, text/html], image/png], application/pdf]");
        assertThat(parsed.html()).isEqualTo(html.replace("\n", "\r\n"));
        var inline = parsed.leaves().get(2);
        assertThat(inline.getDispositionType()).isEqualTo("inline");
        assertThat(inline.getHeader().getField("Content-ID").getBody()).isEqualTo("<logo@x>");
        assertThat(MimeParsedMessage.bytes(inline)).isEqualTo(image);
        var file = parsed.leaves().get(3);
        assertThat(file.getFilename()).isEqualTo("Preisliste für " + EMOJI + ".pdf");
        assertThat(file.getDispositionType()).isEqualTo("attachment");
        assertThat(MimeParsedMessage.bytes(file)).isEqualTo(new byte[100_000]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain\r\nX-Evil: 1",
                "message/rfc822",
                "multipart/mixed; boundary=x",
                "no type",
                "",
                "text/html; charset=\"x\r\n\"",
                "x/y; a=b"
            })
    void anAttachmentHasOneTypeWhateverItClaims(String type) {
        var file = new Attachment("../\u202Egpj.exe\r\nX-Evil: 1", type, false, Optional.empty(), new byte[] {1, 2, 3});

        var parsed = built(SampleMessages.with(SampleMessages.message(), List.of(), List.of(file)));

        var part = parsed.leaves().get(2);
        assertThat(part.getHeader().getFields()).hasSize(3);
        assertThat(part.getFilename()).isEqualTo(".._gpj.exe  X-Evil: 1");
        assertThat(part.getMimeType())
                .doesNotStartWith("multipart/")
                .doesNotStartWith("message/")
                .contains("/");
        assertThat(MimeParsedMessage.bytes(part)).isEqualTo(new byte[] {1, 2, 3});
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "text/calendar; method=REQUEST; charset=UTF-8 | method=REQUEST | charset=UTF-8",
                "text/csv;header=present;name=\"evil.exe\" | header=present | name=data.bin",
                "application/x; boundary=x; title=\"a; b\" | title=\"a; b\" | name=data.bin"
            })
    void anAttachmentKeepsTheParametersItsReadersNeed(String type, String one, String other) {
        var file = new Attachment("data.bin", type, false, Optional.empty(), new byte[] {1, 2, 3});

        var parsed = built(SampleMessages.with(SampleMessages.message(), List.of(), List.of(file)));

        var field = parsed.leaves().get(2).getHeader().getField("Content-Type").getBody();
        assertThat(field)
                .startsWith(type.substring(0, type.indexOf(';')))
                .contains(one, other)
                .containsOnlyOnce("name=")
                .doesNotContain("boundary", "evil");
    }

    @Test
    void aMessageThatGrowsTooLargeIsGivenUp() {
        var message = SampleMessages.message("Hello", "<p>" + "x".repeat(10_000) + "</p>");
        var size = MessageBuilder.build(message).length;

        assertThat(MessageBuilder.build(message, size)).hasSize(size);
        assertThatThrownBy(() -> MessageBuilder.build(message, size - 200))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too many bytes; at most " + (size - 200));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From",
                "bcc",
                "Content-Type",
                "DKIM-Signature",
                "X Y",
                "X:Y",
                "",
                "X\r\nY",
                "Ü",
                "Resent-To",
                "arc-seal"
            })
    void aHeaderThatIsOursOrCannotBeWrittenIsRefused(String name) {
        var message = SampleMessages.with(SampleMessages.message(), List.of(new Header(name, "x")), List.of());

        assertThatThrownBy(() -> MessageBuilder.build(message)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSameMessageAlwaysGivesTheSameBytes() {
        var message = SampleMessages.message("Sale " + EMOJI, "<p>Grüße</p>");

        assertThat(MessageBuilder.build(message)).isEqualTo(MessageBuilder.build(message));
    }

    /** Seeded, so that a failure can be repeated. */
    @Test
    void whateverIsWrittenIsReadBack() {
        for (var seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            var subject = RandomText.line(random, 200);
            var name = RandomText.line(random, 60);
            var html = RandomText.text(random, 600);
            var plain = SampleMessages.message(subject, html);
            var message = new Message(
                    plain.messageId(),
                    plain.date(),
                    new NamedAddress(Optional.of(name), SampleMessages.address("ada@example.test")),
                    plain.to(),
                    List.of(),
                    Optional.empty(),
                    subject,
                    html,
                    Optional.of(html),
                    List.of(new Header("X-Note", name)),
                    List.of());

            var parsed = built(message);

            assertThat(parsed.message().getSubject())
                    .as("subject, seed %d", seed)
                    .isEqualTo(subject);
            assertThat(Optional.ofNullable(parsed.from().getName()).orElse(""))
                    .as("name, seed %d", seed)
                    .isEqualTo(name);
            assertThat(parsed.header("X-Note")).as("header, seed %d", seed).containsExactly(name);
            assertThat(parsed.html()).as("html, seed %d", seed).isEqualTo(html);
        }
    }

    private static MimeParsedMessage built(Message message) {
        var bytes = MessageBuilder.build(message);
        assertThat(MessageRules.broken(bytes))
                .as(() -> new String(bytes, 0, Math.min(bytes.length, 2_000), StandardCharsets.ISO_8859_1))
                .isEmpty();
        return MimeParsedMessage.of(bytes);
    }
}
