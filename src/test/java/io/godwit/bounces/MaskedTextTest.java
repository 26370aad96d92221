package io.godwit.bounces;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskedTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <ada@example.org>: Recipient unknown | <bob.b@example.net>: recipient unknown
            Too much mail from [192.0.2.1] | too much mail from [198.51.100.77]
            does not exist. a640c23a62f3a-aa6si1234567.254 - gsmtp | does not exist. d9443c01a7336-1db2si22.7 - gsmtp
            Later (2026-11-02T10:11:12.345Z) | Later (2026-11-03T09:08:07.001Z)
            """)
    void textsThatDifferInAddressesAndIdsAreEqual(String one, String other) {
        assertThat(MaskedText.of(one)).isEqualTo(MaskedText.of(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Recipient overquota OFR_417 | Recipient overquota OFR_416
            Refused OFR004_104 | Refused OFR004_105
            Deferred [TSS04] | Deferred [TSS05]
            on our block list (S3150) | on our block list (S3140)
            451 4.7.650 Slow down | 451 4.7.651 Slow down
            listed at 2.0.0.127.zen.spamhaus.org | listed at 2.0.0.127.mail.example.org
            """)
    void wordsAndCodesWithAMeaningStay(String one, String other) {
        assertThat(MaskedText.of(one)).isNotEqualTo(MaskedText.of(other));
    }
}
