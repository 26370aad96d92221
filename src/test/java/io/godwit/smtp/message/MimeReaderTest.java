package io.godwit.smtp.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.Elapsed;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages taken apart, those that are built to take long among them. */
class MimeReaderTest {

    private static final Duration PROMPT = Duration.ofSeconds(3);

    @Test
    void aHeaderOfFoldsEqualNamesOrEncodedWordsIsReadPromptly() {
        for (var bomb : List.of(
                "X-A: a\r\n" + " a\r\n".repeat(300_000),
                "X-A: b\r\n".repeat(300_000),
                "Subject:" + " =?utf-8?q?a?=".repeat(200_000) + "\r\n",
                "Subject:" + " =?utf-8?q?a?=\r\n".repeat(200_000))) {
            var contents = promptly("From: a@b.example\r\n" + bomb + "\r\nHello\r\n");

            assertThat(contents.headers()).containsEntry("From", "a@b.example");
            assertThat(contents.text()).contains("Hello\r\n");
        }
    }

    /** Reads in little processor time. */
    private static MimeReader.Contents promptly(String message) {
        var contents = new AtomicReference<MimeReader.Contents>();
        var took = Elapsed.ofProcessor(() -> contents.set(MimeReader.read(message.getBytes(UTF_8))));
        assertThat(took).isLessThan(PROMPT);
        return contents.get();
    }

    @Test
    void manyPartsAreReadPromptlyAndTheFirstAreKept() {
        for (var part : List.of("--b\r\n\r\n", "--b\r\nX: y\r\n\r\nz\r\n", "--b\n")) {
            var contents = promptly("Content-Type: multipart/related; boundary=b\r\n\r\n" + part.repeat(200_000));

            assertThat(contents.attachments()).hasSizeBetween(190, 200);
        }
    }

    @Test
    void manyTextsAreShownPromptlyAndTheFirstAreKept() {
        var part = "--b\r\n\r\n" + "z".repeat(50) + "\r\n";

        var contents = promptly("Content-Type: multipart/mixed; boundary=b\r\n\r\n" + part.repeat(200_000));

        assertThat(contents.attachments()).isEmpty();
        assertThat(contents.text()).get().satisfies(text -> assertThat(text.lines())
                .hasSizeBetween(190, 200));
    }

    @Test
    void partsWithinPartsAreReadPromptly() {
        var nested = new StringBuilder("Content-Type: multipart/mixed; boundary=b0\r\n\r\n");
        for (var depth = 1; depth < 20_000; depth++) {
            nested.append("--b").append(depth - 1).append("\r\nContent-Type: multipart/mixed; boundary=b");
            nested.append(depth).append("\r\n\r\n");
        }

        var contents = promptly(nested.toString());

        assertThat(contents.attachments()).hasSize(1);
    }

    @Test
    void theFieldsOfAnOrdinaryMailAreAllThere() {
        var message =
                "Received: one\r\nReceived: two\r\n\tfolded\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n =?utf-8?q?!?=\r\n"
                        + "X-Raw: für\r\nno field\r\n\r\nbody";

        var contents = MimeReader.read(message.getBytes(UTF_8));
        var latin = MimeReader.read("X-Raw: für\n\nbody".getBytes(ISO_8859_1));

        assertThat(contents.headers())
                .containsEntry("Received", "one\ntwo\tfolded")
                .containsEntry("Subject", "Grüße!")
                .containsEntry("X-Raw", "für")
                .hasSize(3);
        assertThat(contents.text()).contains("body");
        assertThat(latin.headers()).containsEntry("X-Raw", "für");
    }

    @Test
    void aPartThatCannotBeDecodedIsKeptAsItCame() {
        var message = """
                Content-Type: multipart/mixed; boundary="b c"

                preamble
                --b c
                Content-Type: text/plain

                words
                --b c
                Content-Type: application/pdf; name=a.pdf
                Content-Transfer-Encoding: base64

                !!!?
                --b cd
                --b c--
                Content-Type: text/html

                <p>behind the end</p>
                """;

        var contents = MimeReader.read(message.getBytes(UTF_8));

        assertThat(contents.text()).contains("words");
        assertThat(contents.html()).isEmpty();
        assertThat(contents.attachments()).hasSize(1);
    }

    /** Programs write such types; RFC 2045 §5.2 has a type that cannot be read taken as plain text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: text; charset=us-ascii",
                "Content-Type: <html>",
                "Content-Type: text/plain;; charset=utf-8",
                "Content-Type: text/plain; charset=utf-8; =",
                "Content-Type: plain"
            })
    void theTextOfAMessageWithATypeThatCannotBeReadIsShown(String type) {
        var contents = MimeReader.read(("From: a@b.example\r\n" + type + "\r\n\r\nHello Ada\r\n").getBytes(UTF_8));

        assertThat(contents.text()).contains("Hello Ada\r\n");
        assertThat(contents.attachments()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: multipart/mixed;; boundary=\"b\"\r\n\r\n",
                "Content-Type: multipart/mixed; boundary=\"b\" Message-Id: <1@a.example>\r\n\r\n",
                "Content-Type: multipart/mixed; boundary=\"b\"\r\n",
                "Content-Type: multipart/mixed; boundary=\"b\"\r\nThis is a message of several parts.\r\n",
                "Content-Type: multipart/mixed; boundary=\"b\"\r\nSubject: \r\n \r\n"
            })
    void thePartsOfAMessageWithADamagedHeaderAreFound(String header) {
        var message = "From: a@b.example\r\n" + header
                + "--b\r\nContent-Type: text/plain\r\n\r\nHello Ada\r\n"
                + "--b\r\nContent-Type: image/gif; name=a.gif\r\n\r\nGIF\r\n--b--\r\n";

        var contents = MimeReader.read(message.getBytes(UTF_8));

        assertThat(contents.text()).contains("Hello Ada");
        assertThat(contents.attachments()).extracting(Attachment::filename).containsExactly("a.gif");
    }

    @Test
    void theTextOfAMessageWithoutAnEmptyLineIsShown() {
        var contents = MimeReader.read(
                "From: a@b.example\r\nSubject: Hello\r\nthe line between is missing.\r\nAda\r\n".getBytes(UTF_8));

        assertThat(contents.headers()).containsEntry("Subject", "Hello");
        assertThat(contents.text()).contains("the line between is missing.\r\nAda\r\n");
    }

    @Test
    void aTextThatIsAttachedIsAFileWhateverTheCaseOfItsDisposition() {
        var message = "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
                + "--b\r\nContent-Type: TEXT/PLAIN\r\nContent-Disposition: ATTACHMENT\r\n\r\nlog\r\n"
                + "--b\r\nContent-Type: text/plain\r\n\r\nHello Ada\r\n--b--\r\n";

        var contents = MimeReader.read(message.getBytes(UTF_8));

        assertThat(contents.text()).contains("Hello Ada");
        assertThat(contents.attachments()).hasSize(1);
    }

    /** As Apple Mail writes a picture between two sentences, and a mailing list its own words below a message. */
    @Test
    void textsAroundAFileAreShownOneAfterTheOther() {
        var message = "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
                + "--b\r\nContent-Type: text/plain\r\n\r\nBefore\r\n"
                + "--b\r\nContent-Type: image/png\r\nContent-Disposition: inline; filename=a.png\r\n\r\npng\r\n"
                + "--b\r\nContent-Type: text/plain\r\n\r\nAfter\r\n"
                + "--b\r\nContent-Type: text/plain\r\nContent-Disposition: inline\r\n\r\nList\r\n--b--\r\n";

        var contents = MimeReader.read(message.getBytes(UTF_8));

        assertThat(contents.text()).contains("Before\nAfter\nList");
        assertThat(contents.attachments()).extracting(Attachment::filename).containsExactly("a.png");
    }

    @Test
    void htmlAroundAFileIsShownTogetherBesideItsText() {
        var message = "Content-Type: multipart/alternative; boundary=a\r\n\r\n"
                + "--a\r\nContent-Type: text/plain\r\n\r\nBefore After\r\n"
                + "--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
                + "--b\r\nContent-Type: text/html\r\n\r\n<p>Before</p>\r\n"
                + "--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\npdf\r\n"
                + "--b\r\nContent-Type: text/html\r\n\r\n<p>After</p>\r\n--b--\r\n--a--\r\n";

        var contents = MimeReader.read(message.getBytes(UTF_8));

        assertThat(contents.html()).contains("<p>Before</p>\n<p>After</p>");
        assertThat(contents.text()).contains("Before After");
        assertThat(contents.attachments()).extracting(Attachment::filename).containsExactly("a.pdf");
    }

    @Test
    void ofAlternativesOfOneTypeTheFirstIsShown() {
        var message = "Content-Type: multipart/alternative; boundary=a\r\n\r\n"
                + "--a\r\nContent-Type: text/plain\r\n\r\nOne\r\n"
                + "--a\r\nContent-Type: text/plain\r\n\r\nOther\r\n--a--\r\n";

        assertThat(MimeReader.read(message.getBytes(UTF_8)).text()).contains("One");
    }

    /** Programs write such fields; the file is the same. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "attachment; filename=My Report.pdf | My Report.pdf",
                "attachment; filename=Rechnung(1).pdf | Rechnung(1).pdf",
                "attachment; filename=\u00dcber.pdf; size=3 | \u00dcber.pdf",
                "attachment; filename=a@b.pdf | a@b.pdf",
                "attachment; filename=\"x;y.pdf\"; size= | x;y.pdf",
                "attachment; filename=\"open.pdf | open.pdf",
                "attachment; filename*=UTF-8''%C3%BC.pdf; size= | \u00fc.pdf",
                "attachment filename=a b.pdf | a b.pdf",
                "attachment; filename= | typed.pdf",
                "'' | typed.pdf"
            })
    void anAttachmentWithADamagedDispositionIsKept(String disposition, String name) {
        var contents = MimeReader.read(attached(
                "Content-Type: application/pdf; name=typed.pdf\r\nContent-Disposition: " + disposition
                        + "\r\nContent-Transfer-Encoding: base64",
                "JVBERi0xLjQ="));

        var file = contents.attachments().get(0);
        assertThat(contents.text()).contains("words");
        assertThat(file.filename()).isEqualTo(name);
        assertThat(file.contentType()).isEqualTo("application/pdf");
        assertThat(file.bytes()).asString(UTF_8).isEqualTo("%PDF-1.4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JVBERi0xLjQ", "JVBERi0x\r\n\r\nLj-Q=\r\n", "JVBERi0xLg==NA=="})
    void anAttachmentInDamagedBase64IsDecoded(String body) {
        var contents = MimeReader.read(attached(
                "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n"
                        + "Content-Transfer-Encoding: base64",
                body));

        var file = contents.attachments().get(0);
        assertThat(file.filename()).isEqualTo("a.pdf");
        assertThat(file.contentType()).isEqualTo("application/pdf");
        assertThat(file.bytes()).asString(UTF_8).isEqualTo("%PDF-1.4");
    }

    private static byte[] attached(String header, String body) {
        return ("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nwords\r\n--b\r\n" + header + "\r\n\r\n"
                        + body + "\r\n--b--\r\n")
                .getBytes(UTF_8);
    }

    /** The file stays, because only its author knows that it is the text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: text/html; name=mail.html",
                "Content-Type: text/html\r\nContent-Disposition: inline; filename=mail.html"
            })
    void aTextWithAFileNameIsShownWhenThereIsNoOther(String header) {
        var alone = MimeReader.read((header + "\r\n\r\n<p>Hello</p>").getBytes(UTF_8));
        var beside = MimeReader.read(attached(header, "<p>Hello</p>"));

        assertThat(alone.html()).contains("<p>Hello</p>");
        assertThat(alone.attachments()).extracting(Attachment::filename).containsExactly("mail.html");
        assertThat(beside.html()).isEmpty();
        assertThat(beside.text()).contains("words");
    }

    @Test
    void whatTakesLongerThanItsBudgetIsReadAsText() {
        var message = "Subject: Hello\r\nContent-Type: text/html\r\n\r\n<p>x</p>".getBytes(UTF_8);
        var clock = new AtomicLong();

        var late = MimeReader.read(message, Duration.ofSeconds(1), () -> clock.getAndAdd(1_500_000_000));
        var prompt = MimeReader.read(message, Duration.ofSeconds(1), () -> clock.getAndAdd(1));

        assertThat(late.html()).isEmpty();
        assertThat(late.text()).contains(new String(message, UTF_8));
        assertThat(late.headers()).containsEntry("Subject", "Hello");
        assertThat(prompt.html()).contains("<p>x</p>");
        assertThat(prompt.text()).isEmpty();
    }
}
