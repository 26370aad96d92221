package io.godwit.smtp.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
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

    private static NamedAddress named(String name, String address) {
        return new NamedAddress(Optional.of(name), new EmailAddress(address));
    }
}
