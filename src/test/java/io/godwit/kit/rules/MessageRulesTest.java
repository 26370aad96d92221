package io.godwit.kit.rules;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule of the wire is broken once: a check that never fails is none. */
class MessageRulesTest {

    private static final String GOOD = """
            DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
            \td=example.test; s=p1;
            \th=from:from:to:subject:date:message-id:mime-version:content-type:
            \tlist-unsubscribe:list-unsubscribe-post;
            \tbh=AAAA;
            \tb=AAAA
            Message-ID: <1.2@example.test>
            Date: Sun, 22 Nov 2026 07:00:00 +0000
            From: =?UTF-8?Q?Zo=C3=AB?= <zoe@example.test>
            To: "Lovelace, Ada" <ada@example.org>
            Subject: Hello
            List-Unsubscribe: <https://example.test/out>
            List-Unsubscribe-Post: List-Unsubscribe=One-Click
            List-Id: <mail.example.test>
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary="=_m"

            --=_m
            Content-Type: multipart/alternative; boundary="=_a"

            --=_a
            Content-Type: text/plain; charset=UTF-8
            Content-Transfer-Encoding: 7bit

            Hello
            --=_a
            Content-Type: text/html; charset=UTF-8
            Content-Transfer-Encoding: quoted-printable

            <p style=3D"x">Hello</p>=20
            --=_a--

            --=_m
            Content-Type: image/png; name="a.png"
            Content-Disposition: attachment; filename="a.png"
            Content-Transfer-Encoding: base64

            iVBORw0KGgo=
            --=_m--
            """.replace("\n", "\r\n");

    @Test
    void aGoodMessageBreaksNone() {
        assertThat(MessageRules.broken(GOOD.getBytes(ISO_8859_1))).isEmpty();
    }

    @Test
    void onlyRecipientsMayBeWrittenOutsideAscii() {
        var folded = GOOD.replace("<ada@example.org>", "<ada@example.org>,\r\n \u00e4da@example.org");

        assertThat(MessageRules.broken(folded.getBytes(UTF_8))).isEmpty();
        for (var field : List.of("Subject: Hello", "\r\n\r\nHello", "From: =?UTF-8?Q?Zo=C3=AB?=")) {
            assertThat(MessageRules.broken(GOOD.replace(field, field + "\u00e4").getBytes(UTF_8)))
                    .as(field)
                    .anySatisfy(sentence -> assertThat(sentence).contains("is not ASCII"));
        }
    }

    static List<Arguments> faults() {
        return List.of(
                fault("Hello\r\n--=_a", "Hello\n--=_a", "LF alone"),
                fault("7bit\r\n\r\nHello", "7bit\r\n\r\nHel\rlo", "CR alone"),
                fault("\r\nHello", "\r\nHell\u00f6", "not ASCII"),
                fault("\r\nHello", "\r\nHell\0", "not ASCII"),
                fault("\r\nHello", "\r\n" + "x".repeat(999), "999 octets"),
                fault("--=_m--\r\n", "--=_m--", "no end"),
                fault("Subject: Hello", "Subject: Hello\r\nSubject: Again", "subject is there 2 times"),
                fault("From: ", "Sender: ", "from is there 0 times"),
                fault("Date: ", "Date: x\r\nDate: ", "date is there 2 times"),
                fault("Date: Sun", "Date: Mon", "no date"),
                fault("Message-ID: <1.2@example.test>", "Message-ID: 1.2@example.test", "no message id"),
                fault("List-Id:", "list-unsubscribe: <mailto:a@b.c>\r\nList-Id:", "list-unsubscribe is there 2 times"),
                fault("List-Id:", "Authentication-Results: x\r\nList-Id:", "authentication-results is there 1 times"),
                fault("List-Id:", "Bcc: eve@example.org\r\nList-Id:", "bcc is there 1 times"),
                fault("Subject: Hello", "Subject: Hello\r\n \r\n there", "blank"),
                fault("Subject: Hello", "Subject: Hello\r\nno field", "no field"),
                fault("Subject: Hello", "Subject: Hel\u0007lo", "control character"),
                fault("Subject: Hello", "Subject: Hello" + " there".repeat(15), "could have been folded"),
                fault("Zo=C3=AB", "Z".repeat(70), "too long"),
                fault("Zo=C3=AB", "Zo=C3", "torn apart"),
                fault("=?UTF-8?Q?Zo=C3=AB?=", "=?UTF-8?Q?a?==?UTF-8?Q?b?=", "glued"),
                fault("=?UTF-8?Q?Zo=C3=AB?=", "\"a =?UTF-8?Q?a?= b\"", "quoted encoded word"),
                fault("\"Lovelace, Ada\"", "Lovelace, Ada", "to is not up to 50 addresses"),
                fault("a=rsa-sha256", "a=rsa-sha1", "signed by [rsa-sha1]"),
                fault("relaxed/relaxed", "simple/simple", "signed simple/simple"),
                fault("h=from:from:", "h=from:", "another From"),
                fault(":date:", ":", "does not cover date"),
                fault(":list-unsubscribe-post", "", "does not cover list-unsubscribe-post"),
                fault("bh=AAAA", "l=10; bh=AAAA", "a part of the body"),
                fault("d=example.test", "d=example.org", "example.org signs for example.test"),
                fault("https://example.test/out", "mailto:out@example.test", "one click leads nowhere"),
                fault("https://example.test/out", "http://example.test/out", "one click leads nowhere"),
                fault("<https://example.test/out>", "https://example.test/out", "no list of addresses"),
                fault("=One-Click", "=Two-Clicks", "says List-Unsubscribe=Two-Clicks"),
                fault("<mail.example.test>", "mail", "no List-Id"),
                fault("boundary=\"=_m\"", "charset=UTF-8", "no boundary"),
                fault("--=_m--", "--=_m", "not closed"),
                fault("--=_a\r\nContent-Type: text/html", "--=_ab\r\nContent-Type: text/html", "only begins with"),
                fault("text/plain", "text/html", "the alternatives are"),
                fault("text/plain; charset=UTF-8", "text/plain", "its charset"),
                fault("Encoding: 7bit", "Encoding: 8bit", "the encoding is 8bit"),
                fault("=3D\"x\"", "=\"x\"", "no escape"),
                fault("</p>=20", "</p> ", "ends blank"),
                fault("iVBORw0KGgo=", "iVBORw0KGgo=!", "not base64"),
                fault("iVBORw0KGgo=", "AAAA".repeat(20), "80 octets"),
                fault("filename=\"a.png\"", "filename=\"=?UTF-8?Q?a?=\"", "a parameter has an encoded word"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("faults")
    void aFaultIsFound(String right, String wrong, String told) {
        var broken = MessageRules.broken(
                GOOD.replaceFirst(java.util.regex.Pattern.quote(right), java.util.regex.Matcher.quoteReplacement(wrong))
                        .getBytes(ISO_8859_1));

        assertThat(GOOD).contains(right);
        assertThat(broken).anySatisfy(sentence -> assertThat(sentence).contains(told));
    }

    private static Arguments fault(String right, String wrong, String told) {
        return Arguments.of(right, wrong, told);
    }
}
