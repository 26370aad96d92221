package io.godwit.projects;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeysVersionTest {

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);
    private final KeysVersion version = new KeysVersion(clock::get);

    @Test
    void nothingIsTrustedBeforeTheFirstRead() {
        assertThat(version.trusts(0)).isFalse();
        assertThat(version.trusts(1)).isFalse();
    }

    @Test
    void whatWasReadIsTrustedForTwoSecondsFromTheQuestion() {
        version.read(7, version.now());

        pass(Duration.ofSeconds(2));
        assertThat(version.trusts(7)).isTrue();
        pass(Duration.ofMillis(1));
        assertThat(version.trusts(7)).isFalse();
    }

    @Test
    void aReadThatConfirmsRenewsTheTrust() {
        version.read(7, version.now());
        pass(Duration.ofSeconds(1));

        version.read(7, version.now());

        pass(Duration.ofSeconds(2));
        assertThat(version.trusts(7)).isTrue();
    }

    @Test
    void anAnswerThatCameLateRenewsNothing() {
        var asked = version.now();
        version.read(7, asked);
        pass(Duration.ofSeconds(3));

        version.read(7, asked);

        assertThat(version.trusts(7)).isFalse();
    }

    @Test
    void aNewerVersionEndsTheTrustInTheOlderOne() {
        version.read(7, version.now());

        version.raisedTo(8);

        assertThat(version.trusts(7)).isFalse();
        assertThat(version.trusts(8)).isTrue();
    }

    @Test
    void anOlderVersionIsNeverReturnedTo() {
        version.read(8, version.now());

        version.read(7, version.now());
        version.raisedTo(6);

        assertThat(version.trusts(7)).isFalse();
        assertThat(version.trusts(8)).isTrue();
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
