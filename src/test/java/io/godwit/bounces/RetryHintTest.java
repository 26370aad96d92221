package io.godwit.bounces;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryHintTest {

    @ParameterizedTest
    @CsvSource({
        "'Greylisted, please try again in 300 seconds', 300",
        "Recipient address rejected: Greylisted for 5 minutes, 300",
        "Please retry in 2 hours, 7200",
        "Greylisting in action; please come back in 00:04:59, 299",
        "Try again after 90 sec, 90",
        "Too many messages: wait 15 min and retry, 900",
        "Temporarily deferred. Retry after 60s, 60",
    })
    void aReplyThatNamesATimeIsRead(String line, long seconds) {
        assertThat(RetryHint.of(line)).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Try again later",
                "Please try again in 0 seconds",
                "You have sent 300 messages in 60 seconds",
                "Message size exceeds 20 m",
                "Try again later. See rule 4 h",
                "Retry in 900 hours",
                "421 4.7.0 Try again later, closing connection. 2 s 12",
            })
    void aReplyThatNamesNoneIsNot(String line) {
        assertThat(RetryHint.of(line)).isEmpty();
    }
}
