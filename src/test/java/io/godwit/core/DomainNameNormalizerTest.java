package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DomainNameNormalizerTest {

    @ParameterizedTest
    @CsvSource({
        "straße.de, xn--strae-oqa.de",
        "STRAẞE.de, xn--strae-oqa.de",
        "faß.de, xn--fa-hia.de",
        "βόλος.com, xn--nxasmm1c.com",
        "نامه\u200cای.com, xn--mgba3gch31f060k.com",
        "💩.la, xn--ls8h.la",
        "BÜCHER.example, xn--bcher-kva.example",
        "日本。jp, xn--wgv71a.jp",
        "１２7.example, 127.example",
        "עברית.example, xn--5dbqzzl.example",
        "Example.COM, example.com",
        "r3---sn-x.example.com, r3---sn-x.example.com",
    })
    void aNameIsWhatBrowsersAndRegistriesTakeItFor(String name, String ascii) {
        assertThat(DomainNameNormalizer.hostName(name)).contains(ascii);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a..b",
                "-a.com",
                "a-.com",
                "a_b.com",
                "ex ample.com",
                "ex\u0000ample.com",
                "a\u200db.com",
                "اa.com",
                "ß_.de",
                ""
            })
    void aNameThatIsNoHostIsRefused(String name) {
        assertThat(DomainNameNormalizer.hostName(name)).isEmpty();
    }

    @Test
    void anAddressOfASharpSIsNotThatOfTwo() {
        assertThat(EmailAddress.parse("Ada@straße.de")).contains(new EmailAddress("ada@xn--strae-oqa.de"));
        assertThat(EmailAddress.parse("ada@strasse.de")).contains(new EmailAddress("ada@strasse.de"));
        assertThat(EmailAddress.parse("ada@💩.la")).contains(new EmailAddress("ada@xn--ls8h.la"));
    }
}
