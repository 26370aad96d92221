package io.godwit.sending.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.bounces.ClassifiedRefusal.Evidence;
import io.godwit.core.Backoff;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.Project.Tracking;
import io.godwit.sending.EmailSource;
import io.godwit.sending.attempt.AttemptOutcome.End;
import io.godwit.sending.attempt.AttemptOutcome.Outcome;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.content.SenderLocale;
import io.godwit.sending.queue.RetrySchedule;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.templates.EmailClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmtpReplyClassifierTest {

    private final SmtpReplyClassifier answers = new SmtpReplyClassifier(new RetrySchedule(
            Backoff.steps(List.of(Duration.ofSeconds(10), Duration.ofMinutes(1))), Duration.ofDays(2)));

    /** Stage, reply; what becomes of the email; whether its address is dead. */
    @ParameterizedTest
    @CsvSource({
        "RCPT, 550 5.1.1 No, BOUNCED, true",
        "RCPT, 550 5.1.2 No, BOUNCED, true",
        "RCPT, 553 5.1.3 No, BOUNCED, true",
        "RCPT, 551 5.1.6 No, BOUNCED, true",
        "RCPT, 556 5.1.10 No, BOUNCED, true",
        "DOT, 550 5.1.1 No, BOUNCED, true",
        "RCPT, 550 No such user here, BOUNCED, true",
        "DOT, 554 delivery error: dd This user doesn't have a yahoo.com account, BOUNCED, true",
        "RCPT, 550 5.2.1 The account is disabled, BOUNCED, false",
        "RCPT, 550 Rejected, FAILED, false",
        "RCPT, 551 No, FAILED, false",
        "RCPT, 554 No, FAILED, false",
        "RCPT, 550 5.7.1 No, FAILED, false",
        "RCPT, 550 HELO does not resolve, FAILED, false",
        "RCPT, 550 Sender domain does not have MX record, FAILED, false",
        "DATA, 554 No, FAILED, false",
        "DOT, 554 5.7.1 Looks like spam, FAILED, false",
        "DOT, 552 5.3.4 Message too big, FAILED, false",
        "DOT, 550 5.1.8 No, FAILED, false",
        "MAIL, 553 5.1.7 No, FAILED, false",
        "MAIL, 552 5.3.4 Too big, FAILED, false",
    })
    void aPermanentRefusalEndsTheEmail(SmtpStage stage, String reply, End end, boolean dead) {
        var outcome = answers.read(failure(stage, reply), email(1, Duration.ZERO));

        assertThat(outcome.end()).contains(end);
        assertThat(outcome.weight().evidence() == Evidence.POSITIVE).isEqualTo(dead);
        assertThat(outcome.reason()).startsWith(reply.substring(0, 3));
    }

    /** Replies of class 5 that heal by waiting. */
    @ParameterizedTest
    @CsvSource({
        "RCPT, 550 relay not permitted",
        "RCPT, 550 5.7.1 Relaying denied",
        "RCPT, '553 sorry, your mailserver is rejected'",
        "RCPT, 550 You have exceeded the allowed number of messages per hour",
        "MAIL, 550 SC-001 (BAY004) Unfortunately messages from 192.0.2.1 weren't sent",
        "RCPT, 552 5.2.2 Over quota",
        "RCPT, 550 Ip frequency limited",
        "RCPT, 554 5.3.0 No",
    })
    void whatIsAboutUsOrPassesIsTriedAgainAndSuppressesNobody(SmtpStage stage, String reply) {
        var outcome = answers.read(failure(stage, reply), email(1, Duration.ZERO));

        assertThat(outcome.end()).isEmpty();
        assertThat(outcome.weight().evidence()).isEqualTo(Evidence.NONE);
        assertThat(outcome.retryAfter()).isPositive();
    }

    @Test
    void aMailSystemThatSaysNoForGoodIsAskedOnceMoreAfterAnHour() {
        var first = answers.read(failure(SmtpStage.RCPT, "554 5.3.0 No"), email(1, Duration.ZERO));
        var second = answers.read(failure(SmtpStage.RCPT, "554 5.3.0 No"), email(2, Duration.ofHours(1)));

        assertThat(first.retryAfter()).isEqualTo(Duration.ofHours(1));
        assertThat(second.end()).contains(End.FAILED);
    }

    @Test
    void aMailboxThatIsFullUntilTheEndIsABounce() {
        var outcome = answers.read(failure(SmtpStage.RCPT, "552 5.2.2 Over quota"), email(17, Duration.ofDays(2)));

        assertThat(outcome.end()).contains(End.BOUNCED);
        assertThat(outcome.weight().evidence()).isEqualTo(Evidence.SEVERAL_IN_A_ROW);
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT, 554",
        "CONNECT, 535",
        "CONNECT, 421",
        "MAIL, 530",
        "MAIL, 451",
        "MAIL, 550",
        "MAIL, 554",
        "RCPT, 450",
        "DATA, 421",
        "DOT, 452"
    })
    void aTransientReplyAndOneBeforeTheRecipientAreTriedAgain(SmtpStage stage, int code) {
        var outcome = answers.read(failure(stage, code + " No"), email(1, Duration.ZERO));

        assertThat(outcome.end()).isEmpty();
        assertThat(outcome.outcome()).contains(Outcome.DEFERRED);
        assertThat(outcome.retryAfter()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(12));
    }

    @Test
    void aFailureWithoutAReplyIsUnclearAndTriedAgain() {
        var outcome = answers.read(
                new SmtpException(SmtpStage.UNKNOWN, Optional.empty(), "The connection closed"),
                email(1, Duration.ZERO));

        assertThat(outcome.outcome()).contains(Outcome.UNCLEAR);
        assertThat(outcome.end()).isEmpty();
    }

    @Test
    void aConnectionThatWasNeverMadeIsNotUnclear() {
        var outcome = answers.read(
                new SmtpException(SmtpStage.CONNECT, Optional.empty(), "Nobody listens"), email(1, Duration.ZERO));

        assertThat(outcome.outcome()).contains(Outcome.DEFERRED);
    }

    @Test
    void afterTheGiveUpAgeATransientFailureIsFinal() {
        var outcome = answers.read(failure(SmtpStage.RCPT, "451 No"), email(17, Duration.ofDays(2)));

        assertThat(outcome.end()).contains(End.FAILED);
        assertThat(outcome.reason()).startsWith("Given up after 17 attempts").contains("451");
    }

    @Test
    void theLastPauseOfTheRetryScheduleRepeats() {
        var outcome = answers.read(failure(SmtpStage.RCPT, "451 No"), email(9, Duration.ofHours(1)));

        assertThat(outcome.retryAfter()).isBetween(Duration.ofSeconds(48), Duration.ofSeconds(72));
    }

    @Test
    void anEmailComesBackNotBeforeTheTimeTheReplyNames() {
        var outcome = answers.read(
                failure(SmtpStage.RCPT, "450 4.7.1 Greylisted, try again in 300 seconds"), email(1, Duration.ZERO));

        assertThat(outcome.retryAfter()).isEqualTo(Duration.ofSeconds(310));
    }

    private static SmtpException failure(SmtpStage stage, String said) {
        var words = said.substring(4);
        var enhanced = Optional.of(words.split(" ", 2)[0]).filter(first -> first.matches("[45]\\.\\d+\\.\\d+"));
        var reply = new SmtpReply(Integer.parseInt(said.substring(0, 3)), enhanced, words);
        return new SmtpException(stage, Optional.of(reply), "The server said no");
    }

    private static EmailAttempt email(int attempt, Duration age) {
        var claimed = new ClaimedEmail(
                new ProjectId(UUID.randomUUID()),
                new EmailId(UUID.randomUUID()),
                "example.org",
                (short) 0,
                1,
                0,
                0,
                0,
                false,
                Optional.empty());
        return new EmailAttempt(
                claimed,
                attempt,
                Instant.EPOCH,
                age,
                new ContactId(UUID.randomUUID()),
                new ContentId(UUID.randomUUID()),
                0,
                Optional.empty(),
                EmailSource.TRANSACTIONAL,
                EmailClass.TRANSACTIONAL,
                new EmailAddress("ada@example.org"),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Optional.empty(),
                new EmailAttempt.Eligibility(
                        "PENDING",
                        "",
                        false,
                        true,
                        true,
                        Tracking.DISABLED,
                        Optional.empty(),
                        new SenderLocale("Shop", "en"),
                        List.of()));
    }
}
