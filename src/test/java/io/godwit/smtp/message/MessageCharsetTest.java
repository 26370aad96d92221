package io.godwit.smtp.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words and texts in the charsets of many programs, rightly labelled or not. */
class MessageCharsetTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=?utf-8?Q?M=C3?= =?UTF-8?q?=BCller?=",
                "=?utf-8?B?TcM=?= =?utf-8?B?vGxsZXI=?=",
                "=?utf-8?B?TcO8?=\r\n =?utf-8?B?bGxlcg==?="
            })
    void aCharacterThatIsSplitBetweenEncodedWordsIsReadWhole(String words) {
        assertThat(MimeReader.decoded("Dear " + words + " =?iso-8859-1?q?=FC?="))
                .isEqualTo("Dear M\u00fcller\u00fc");
    }

    @Test
    void aTextWithoutItsCharsetIsUtf8OrLatin1() {
        for (var type : List.of("text/plain", "text/plain; charset=us-ascii", "text/plain; charset=x-none")) {
            var header = "Content-Type: " + type + "\r\n\r\n";

            assertThat(MimeReader.read((header + "M\u00fcller").getBytes(UTF_8)).text())
                    .contains("M\u00fcller");
            assertThat(MimeReader.read((header + "M\u00fcller").getBytes(ISO_8859_1))
                            .text())
                    .contains("M\u00fcller");
        }
    }

    /** Programs write the label of a small charset for a larger one, and labels that Java does not know. */
    @ParameterizedTest
    @CsvSource({
        "iso-8859-1, windows-1252, it\u2019s \u20ac 5",
        "iso-8859-9, windows-1254, \u20ac \u015f",
        "shift_jis, windows-31j, \u2460\u3231",
        "cp932, windows-31j, \u2460\uff5e",
        "iso-2022-jp, x-windows-iso2022jp, \u2460\u3042",
        "euc-kr, x-windows-949, \ub620\ubc29",
        "ks_c_5601-1987, x-windows-949, \ub620\ubc29",
        "gb2312, GB18030, \u9555",
        "iso-8859-8-i, ISO-8859-8, \u05e9\u05dc\u05d5\u05dd",
        "macintosh, x-MacRoman, \u00fcber",
        "x-unknown, UTF-8, \u00fcber",
        "unknown-8bit, windows-1252, \u00fcber \u2013"
    })
    void aTextIsReadInTheCharsetThatItsLabelMeans(String label, String charset, String text) throws Exception {
        var octets = text.getBytes(charset);
        var word = "=?" + label + "?B?" + Base64.getEncoder().encodeToString(octets) + "?=";
        var message = "Content-Type: text/plain; charset=\"" + label + "\"\r\nContent-Transfer-Encoding: base64\r\n\r\n"
                + Base64.getEncoder().encodeToString(octets);

        assertThat(MimeReader.decoded(word)).isEqualTo(text);
        assertThat(AddressField.parse(word + " <ada@example.com>")
                        .mailboxes()
                        .get(0)
                        .name())
                .contains(text);
        assertThat(MimeReader.read(message.getBytes(UTF_8)).text()).contains(text);
    }

    /** Readers resolve them, though RFC 2047 \u00a75 has blanks around each and none inside. */
    @ParameterizedTest
    @CsvSource({
        "Re:=?utf-8?Q?Gr=C3=BC=C3=9Fe?=, Re:Gr\u00fc\u00dfe",
        "[=?utf-8?B?R3LDvMOfZQ==?=], [Gr\u00fc\u00dfe]",
        "=?utf-8?Q?Gr=C3=BC=C3=9Fe an alle?=, Gr\u00fc\u00dfe an alle",
        "=?utf-8?Q?Gr=C3=BC?==?utf-8?Q?=C3=9Fe?=, Gr\u00fc\u00dfe",
        "=?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=, Gr\u00fc\u00dfe",
        "=?utf-8?Q?Gr=C3?= =?utf-8?B?vMOfZQ==?=, Gr\u00fc\u00dfe"
    })
    void anEncodedWordThatBreaksTheRulesIsResolved(String value, String text) {
        assertThat(MimeReader.decoded(value)).isEqualTo(text);
    }

    @Test
    void aDocumentWithoutACharsetInItsHeaderIsReadInTheOneItNames() throws Exception {
        for (var charset : List.of("gb2312", "windows-1251", "iso-2022-jp")) {
            var text = charset.equals("windows-1251") ? "\u041f\u0440\u0438\u0432\u0435\u0442" : "\u4e2d\u65e5";
            var html = "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=" + charset
                    + "\"></head><p>" + text;
            var message = new ByteArrayOutputStream();
            message.write("Content-Type: text/html\r\n\r\n".getBytes(UTF_8));
            message.write(html.getBytes(charset));

            assertThat(MimeReader.read(message.toByteArray()).html()).contains(html);
            assertThat(MimeReader.read(("Content-Type: text/html\r\n\r\n" + html).getBytes(UTF_8))
                            .html())
                    .contains(html);
        }
    }
}
