package io.godwit.smtp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields of addresses that other programs wrote. */
class AddressFieldTest {

    @Test
    void namesAndAddressesAreRead() {
        var field = AddressField.parse(
                "\"J\u00f6rg\"<j\u00f6rg@example.com>, =?UTF-8?Q?Zo=C3=AB?= <zoe@example.com>, \" \" <c@example.com>");

        assertThat(field.isComplete()).isTrue();
        assertThat(field.mailboxes())
                .containsExactly(
                        named("J\u00f6rg", "j\u00f6rg@example.com"),
                        named("Zo\u00eb", "zoe@example.com"),
                        new NamedAddress(Optional.empty(), new EmailAddress("c@example.com")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=?utf-8?Q?M=C3?= =?utf-8?Q?=BCller=2C_H.?= <m@example.com>",
                "=?utf-8?B?TcM=?= =?utf-8?B?vGxsZXIsIEgu?= <m@example.com>",
                "\"=?utf-8?Q?M=C3?= =?utf-8?Q?=BCller,_H.?=\" <m@example.com>"
            })
    void aCharacterThatIsSplitBetweenEncodedWordsOfANameIsReadWhole(String value) {
        assertThat(AddressField.parse(value).mailboxes()).containsExactly(named("M\u00fcller, H.", "m@example.com"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "undisclosed-recipients:;",
                "ada@example.com, nobody",
                "\"J\u00f6rg\" <>, ada@example.com",
                "<"
            })
    void aFieldWithAnotherAddressThanOneToSendToIsNotComplete(String value) {
        assertThat(AddressField.parse(value).isComplete()).isFalse();
    }

    @Test
    void aFieldTooLongToReadSoonHasNone() {
        assertThat(AddressField.parse("ada@example.com, ".repeat(10_000)).mailboxes())
                .isEmpty();
    }

    /** The library reads the rest of the field again for each bracket that nothing closes. */
    @ParameterizedTest
    @ValueSource(strings = {"<", "(", "[", "<\"", ",<", ":a("})
    void aFieldOfOpenBracketsIsReadSoon(String opening) {
        assertTimeoutPreemptively(Duration.ofSeconds(2), () -> assertThat(
                        AddressField.parse(opening.repeat(128 * 1024 / opening.length()))
                                .mailboxes())
                .isEmpty());
    }

    @Test
    void aThousandMailboxesAreRead() {
        var mailboxes = "\"Lovelace, Ada (Office)\" <ada.lovelace@office.example>, ".repeat(1_000);

        assertThat(AddressField.parse(mailboxes + "ada@example.com").mailboxes())
                .hasSize(1_001);
    }

    private static NamedAddress named(String name, String address) {
        return new NamedAddress(Optional.of(name), new EmailAddress(address));
    }
}
