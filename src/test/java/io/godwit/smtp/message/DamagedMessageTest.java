package io.godwit.smtp.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages whose parts are not those their header announces, and whose text a reader is shown all the same. */
class DamagedMessageTest {

    /** Filters and gateways change the delimiters or their name. */
    @Test
    void theTextOfAMessageWithoutTheDelimitersItNamesIsShown() {
        var header = "Content-Type: multipart/alternative; boundary=\"04de78\"\r\n\r\n";
        var other = MimeReader.read(
                (header + "--04bee6\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>\r\n--04bee6--\r\n").getBytes(UTF_8));
        var none = MimeReader.read((header + "Hello Ada\r\n-- \r\nBob\r\n").getBytes(UTF_8));

        assertThat(other.html()).contains("<p>Hello</p>");
        assertThat(none.text()).contains("Hello Ada\r\n-- \r\nBob\r\n");
        assertThat(none.attachments()).isEmpty();
    }

    @Test
    void theTextBehindALineOfBlanksInTheHeaderIsShown() {
        var contents = MimeReader.read("Subject: Hello\r\nX-A: b\r\n \r\nDear Ada,\r\n\r\nBob\r\n".getBytes(UTF_8));
        var fold = MimeReader.read("Subject: Hello\r\n \r\n Ada\r\nX-A: b\r\n\r\nBob\r\n".getBytes(UTF_8));

        assertThat(contents.text()).contains("Dear Ada,\r\n\r\nBob\r\n");
        assertThat(contents.headers()).containsEntry("X-A", "b");
        assertThat(fold.text()).contains("Bob\r\n");
        assertThat(fold.headers()).containsEntry("X-A", "b");
    }

    @Test
    void aTextBehindAnEmptyOneIsShown() {
        var message = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n\r\n--b\r\n"
                + "Content-Type: image/gif; name=a.gif\r\n\r\nGIF\r\n--b\r\n\r\nHello Ada\r\n--b--\r\n";

        var contents = MimeReader.read(message.getBytes(UTF_8));

        assertThat(contents.text()).contains("Hello Ada");
        assertThat(contents.attachments()).extracting(Attachment::filename).containsExactly("a.gif");
    }

    /** RFC 2046 \u00a75.1.5. */
    @Test
    void theMessagesOfADigestAreFiles() {
        var message = "Content-Type: multipart/digest; boundary=b\r\n\r\n--b\r\n\r\nSubject: one\r\n\r\n1\r\n"
                + "--b\r\nContent-Type: text/plain\r\n\r\nHello Ada\r\n--b--\r\n";

        var contents = MimeReader.read(message.getBytes(UTF_8));

        assertThat(contents.text()).contains("Hello Ada");
        assertThat(contents.attachments()).extracting(Attachment::contentType).containsExactly("message/rfc822");
    }

    @Test
    void aTextThatIsOnlyCalledBase64IsShownAsItCame() {
        var header = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n";

        assertThat(MimeReader.read((header + "Hello Ada, how are you?\r\n").getBytes(UTF_8))
                        .text())
                .contains("Hello Ada, how are you?\r\n");
    }

    /** Mail servers without SMTPUTF8 take ASCII in headers only. */
    @Test
    void aDamagedDispositionIsSentOnInAsciiWithItsFileName() {
        var message = "Content-Type: application/pdf\r\n"
                + "Content-Disposition: attachment; filename=\u00dcber uns.pdf\r\n\r\n%PDF\r\n";

        var sent = RawMessage.of(message.getBytes(UTF_8)).with(List.of(), name -> false);

        assertThat(HeaderValidator.isAscii(new String(sent, UTF_8))).isTrue();
        assertThat(MimeReader.read(sent).attachments())
                .extracting(Attachment::filename)
                .containsExactly("\u00dcber uns.pdf");
    }
}
