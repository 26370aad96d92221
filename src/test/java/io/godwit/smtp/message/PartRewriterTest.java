package io.godwit.smtp.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
                .isEqualTo(
                        "Content-Transfer-Encoding: quoted-printable\r\nFrom: a@b.test\r\nContent-Type: text/html\r\n\r\n"
                                + "<p>a</p>=E2=82=AC\r\n");
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

    private static String rewritten(String message) {
        return new String(
                PartRewriter.rewrite(message.getBytes(ISO_8859_1), "text/html", html -> html + "\u20ac"), ISO_8859_1);
    }
}
