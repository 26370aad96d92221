package io.godwit.smtp.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReservedHeadersTest {

    @ParameterizedTest
    @CsvSource({
        "From, true, true",
        "MESSAGE-ID, true, true",
        "Authentication-Results, true, true",
        "Content-Language, true, true",
        "Resent-From, true, true",
        "ARC-Seal, true, true",
        "X-Godwit-Anything, true, false",
        "TLS-Report-Domain, true, false",
        "X-Fromage, false, false",
        "X-Content-Tag, false, false",
        "List-Unsubscribe, false, false"
    })
    void aRequestMayNotSetWhatTheServiceWritesAndAMessageMayHaveItsFields(
            String name, boolean inRequest, boolean inMessage) {
        assertThat(ReservedHeaders.isReserved(name)).isEqualTo(inRequest);
        assertThat(ReservedHeaders.isReservedInMessage(name)).isEqualTo(inMessage);
    }
}
