package io.godwit.smtp.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The one part that changes, and all octets that do not. */
class PartRewriterTest {

    private static final String PLAIN = "--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n";
    private static final String FILE =
            "--b\r\nContent-Type: text/html\r\nContent-Disposition: attachment\r\n\r\n<p>file</p>\r\n";

    @Test
    void theFirstHtmlPartThatIsShownIsRewritten() {
        var message = "Content-Type: multipart/mixed; boundary=b\r\n\r\npreamble\r\n" + PLAIN + FILE
                + "--b\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\nX-A: \t1\r\n\r\n"
                + "<p>caf\u00e9</p>\r\n--b--\r\n";

        assertThat(rewritten(message))
                .isEqualTo("Content-Type: multipart/mixed; boundary=b\r\n\r\npreamble\r\n" + PLAIN + FILE
                        + "--b\r\nContent-Transfer-Encoding: quoted-printable\r\n"
                        + "Content-Type: text/html; charset=iso-8859-1\r\nX-A: \t1\r\n\r\n"
                        + "<p>caf=E9</p>&#8364;\r\n--b--\r\n");
    }

    @Test
    void aMessageThatIsHtmlAltogetherIsRewritten() {
        assertThat(rewritten("From: a@b.test\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n"
                        + "PHA+YTwvcD4=\r\n"))
                .isEqualTo("Content-Transfer-Encoding: quoted-printable\r\nContent-Type: text/html; charset=utf-8\r\n"
                        + "From: a@b.test\r\n\r\n<p>a</p>=E2=82=AC\r\n");
    }

    @Test
    void whatIsSignedOrHasNoSuchPartStaysAsItIs() {
        var signed =
                "Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>a</p>\r\n--b--\r\n";
        var plain = "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + PLAIN + FILE + "--b--\r\n";

        assertThat(rewritten(signed)).isEqualTo(signed);
        assertThat(rewritten(plain)).isEqualTo(plain);
        assertThat(rewritten("no message")).isEqualTo("no message");
    }

    /** Programs of old, and Apple Mail, attach files without calling them attachments. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: text/html; name=page.html",
                "Content-Type: text/html\r\nContent-Disposition: inline; filename=\"page.html\"",
                "Content-Type: text/html\r\nContent-Disposition: inline;\r\n\tfilename*=utf-8''page.html"
            })
    void aTextWithAFileNameIsAFileUnlessTheMessageHasNoOther(String header) {
        var part = "--b\r\n" + header + "\r\n\r\n<p>file</p>\r\n";
        var beside = "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + PLAIN + part + "--b--\r\n";
        var alone = "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + part + "--b--\r\n";

        assertThat(rewritten(beside)).isEqualTo(beside);
        assertThat(rewritten(alone)).contains("<p>file</p>").isNotEqualTo(alone);
    }

    /** Its octets say the charset then, and the new text is written in UTF-8. */
    @ParameterizedTest
    @ValueSource(strings = {"text/html", "text/html; charset=x-none", "text/html; charset=us-ascii"})
    void aTextWithoutAKnownCharsetKeepsItsCharacters(String type) {
        var header = "Content-Type: " + type + "\r\nContent-Transfer-Encoding: 8bit\r\n\r\n";

        for (var charset : List.of(ISO_8859_1, UTF_8)) {
            var changed = PartRewriter.rewrite(
                    (header + "<p>M\u00fcller</p>\r\n").getBytes(charset), "text/html", html -> html + "<p>\u00f6</p>");

            assertThat(new String(changed, UTF_8)).contains("Content-Type: text/html; charset=utf-8\r\n");
            assertThat(MimeReader.read(changed).html().orElseThrow()).startsWith("<p>M\u00fcller</p>\r\n<p>\u00f6</p>");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain; charset=us-ascii; format=flowed | text/plain; charset=utf-8; format=flowed",
                "text/plain; charset=iso-8859-1 | text/plain; charset=utf-8",
                "text/plain | text/plain; charset=utf-8"
            })
    void aTextThatDoesNotFitTheCharsetIsWrittenInUtf8(String type, String newType) {
        var message = "Subject: x\r\nContent-Type: " + type + "\r\n\r\nHello\r\n";

        var changed = PartRewriter.rewrite(message.getBytes(ISO_8859_1), "text/plain", text -> text + "\u9000\u8ba2");

        assertThat(new String(changed, UTF_8)).contains("\r\nContent-Type: " + newType + "\r\n");
        assertThat(MimeReader.read(changed).text().orElseThrow()).startsWith("Hello\r\n\u9000\u8ba2");
    }

    @Test
    void aTextWithoutATypeKeepsItWhileItIsAscii() {
        var ascii =
                PartRewriter.rewrite("Subject: x\r\n\r\nHello\r\n".getBytes(UTF_8), "text/plain", text -> text + "End");
        var other = PartRewriter.rewrite(
                "Subject: x\r\n\r\nHello\r\n".getBytes(UTF_8), "text/plain", text -> text + "\u00fc");

        assertThat(new String(ascii, UTF_8)).doesNotContain("Content-Type").endsWith("Hello\r\nEnd\r\n");
        assertThat(new String(other, UTF_8)).contains("\r\nContent-Type: text/plain; charset=utf-8\r\n");
    }

    /** Quoted-printable breaks the lines of UTF-16; a JVM decodes ISO-2022-CN and does not encode it. */
    @ParameterizedTest
    @ValueSource(strings = {"utf-16le", "utf-16", "utf-32", "iso-2022-cn"})
    void aCharsetThatCannotBeWrittenBecomesUtf8(String name) {
        var charset = Charset.forName(name);
        var octets = "<p>a</p>\n<p>b</p>\n".getBytes(charset.canEncode() ? charset : ISO_8859_1);
        var message = "Content-Type: text/html; charset=" + name + "\r\nContent-Transfer-Encoding: base64\r\n\r\n"
                + Base64.getMimeEncoder().encodeToString(octets) + "\r\n";

        var changed = PartRewriter.rewrite(message.getBytes(ISO_8859_1), "text/html", html -> html + "<img>");

        assertThat(new String(changed, UTF_8)).contains("charset=utf-8");
        assertThat(MimeReader.read(changed).html().orElseThrow().replace("\r", ""))
                .startsWith("<p>a</p>\n<p>b</p>\n<img>");
    }

    /** An encoded word inside quotes is no file name, and one outside ends the field. */
    @Test
    void aFileNameOutsideAsciiStaysAParameter() {
        var name = "\u00dcbersicht \u9000.pdf";
        var message = "From: a@b.test\r\nContent-Type: application/pdf; x=\"a b\"; name=\"" + name + "\"\r\n"
                + "Content-Disposition: attachment; filename=\"" + name + "\"\r\n"
                + "Content-Transfer-Encoding: base64\r\n\r\nAAAA\r\n";

        var written = RawMessage.of(message.getBytes(UTF_8)).with(List.of(), ignored -> false);

        assertThat(new String(written, UTF_8))
                .isEqualTo(new String(written, ISO_8859_1))
                .contains("x=\"a b\"", "filename*0*=UTF-8''%C3%9Cbersicht%20%E9%80%80.pdf");
        assertThat(MimeReader.read(written).attachments())
                .extracting(Attachment::filename)
                .containsExactly(name);
    }

    private static String rewritten(String message) {
        return new String(
                PartRewriter.rewrite(message.getBytes(ISO_8859_1), "text/html", html -> html + "\u20ac"), ISO_8859_1);
    }
}
