package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses with letters outside ASCII before the {@code @} (RFC 6531). */
class EmailAddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "j\u00f6rg@example.com",
                "\u7528\u6237@example.com",
                "\u0430\u043d\u043d\u0430.\u0438\u0432\u0430\u043d\u043e\u0432\u0430@example.com",
                "\u0938\u0902\u092a\u0930\u094d\u0915@example.com",
                "\"j\u00f6rg\"@example.com",
                "\ud83d\ude80@example.com"
            })
    void anAddressInAnyScriptIsOne(String text) {
        assertThat(EmailAddress.parse(text)).contains(new EmailAddress(text));
        assertThat(EmailAddress.parse(text).orElseThrow().isInternational()).isTrue();
    }

    @Test
    void oneAddressWrittenInTwoWaysIsOneContact() {
        assertThat(EmailAddress.parse("Jo\u0308RG@Stra\u00dfe.de"))
                .isEqualTo(EmailAddress.parse("j\u00d6rg@xn--strae-oqa.de"))
                .contains(new EmailAddress("j\u00f6rg@xn--strae-oqa.de"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "j\u00f6 rg@example.com",
                "j\u00f6\u00a0rg@example.com",
                "j\u00f6\u200brg@example.com",
                "j\u00f6\u202erg@example.com",
                "j\u00f6\u0085rg@example.com",
                "j\u00f6\ue000rg@example.com",
                "j\u00f6\ud800rg@example.com",
                "j\u00f6\u2028rg@example.com",
                "j\ufffdrg@example.com",
                "j\u00f6<rg@example.com",
                "j\u00f6..rg@example.com",
                "\u0308j@example.com"
            })
    void whatNobodySeesOrCanWriteIsNoPartOfAnAddress(String text) {
        assertThat(EmailAddress.parse(text)).isEmpty();
        assertThat(EmailAddress.mistake(text)).startsWith("Invalid email: characters outside ASCII");
    }

    /** The sign of the unit kelvin is a K in the form NFC. */
    @Test
    void aCharacterThatStandsForOneInAsciiIsRefused() {
        assertThat(EmailAddress.parse("\u212ad@example.com")).isEmpty();
    }

    @Test
    void lengthsAreCountedInOctets() {
        assertThat(EmailAddress.parse("\u00f6".repeat(32) + "@example.com")).isPresent();
        assertThat(EmailAddress.parse("\u00f6".repeat(33) + "@example.com")).isEmpty();
        assertThat(EmailAddress.parse("a".repeat(64) + "@example.com")).isPresent();
        assertThat(EmailAddress.parse("a".repeat(65) + "@example.com")).isEmpty();
        assertThat(EmailAddress.mistake("joerg@exa mple.com")).isEqualTo("Invalid email");
    }

    @Test
    void anAddressOfASenderOrAnAccountIsAscii() {
        assertThat(EmailAddress.parseAscii("joerg@example.com")).isPresent();
        assertThat(EmailAddress.parseAscii("j\u00f6rg@example.com")).isEmpty();
        assertThat(EmailAddress.asciiMistake("j\u00f6rg@example.com")).contains("recipients only");
        assertThat(EmailAddress.asciiMistake("joerg")).isEqualTo("Invalid email");
    }
}
