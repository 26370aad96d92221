package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.ContactId;
import io.godwit.core.ContentId;
import io.godwit.core.EmailAddress;
import io.godwit.core.EmailId;
import io.godwit.core.ProjectId;
import io.godwit.projects.Project.Tracking;
import io.godwit.sending.Verdict.End;
import io.godwit.sending.Verdict.Outcome;
import io.godwit.smtp.Reply;
import io.godwit.smtp.SmtpFailure;
import io.godwit.smtp.Stage;
import io.godwit.templates.TemplateType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersTest {

    private final Answers answers =
            new Answers(new Retries(List.of(Duration.ofSeconds(10), Duration.ofMinutes(1)), Duration.ofDays(2)));

    /** Stage, code, enhanced code; what becomes of the email; whether its address is dead. */
    @ParameterizedTest
    @CsvSource({
        "RCPT, 550, 5.1.1, BOUNCED, true",
        "RCPT, 550, 5.1.2, BOUNCED, true",
        "RCPT, 553, 5.1.3, BOUNCED, true",
        "RCPT, 551, 5.1.6, BOUNCED, true",
        "RCPT, 556, 5.1.10, BOUNCED, true",
        "RCPT, 550, '', BOUNCED, true",
        "RCPT, 551, '', BOUNCED, true",
        "RCPT, 553, '', BOUNCED, true",
        "RCPT, 552, '', BOUNCED, false",
        "RCPT, 554, '', BOUNCED, false",
        "RCPT, 550, 5.7.1, BOUNCED, false",
        "RCPT, 550, 5.4.1, BOUNCED, false",
        "RCPT, 554, 5.3.0, BOUNCED, false",
        "RCPT, 552, 5.2.2, BOUNCED, false",
        "DOT, 550, 5.1.1, BOUNCED, true",
        "DATA, 552, 5.2.2, BOUNCED, false",
        "DOT, 550, '', FAILED, false",
        "DOT, 554, 5.7.1, FAILED, false",
        "DATA, 554, '', FAILED, false",
        "DOT, 550, 5.1.8, FAILED, false",
        "MAIL, 553, 5.1.7, FAILED, false",
        "MAIL, 552, 5.3.4, FAILED, false",
    })
    void aPermanentRefusalEndsTheEmail(Stage stage, int code, String enhanced, End end, boolean dead) {
        var verdict = answers.read(failure(stage, code, enhanced), email(1, Duration.ZERO));

        assertThat(verdict.end()).contains(end);
        assertThat(verdict.deadAddress()).isEqualTo(dead);
        assertThat(verdict.reason()).startsWith(Integer.toString(code));
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
    void whatIsTransientOrAboutUsIsTriedAgain(Stage stage, int code) {
        var verdict = answers.read(failure(stage, code, ""), email(1, Duration.ZERO));

        assertThat(verdict.end()).isEmpty();
        assertThat(verdict.outcome()).contains(Outcome.DEFERRED);
        assertThat(verdict.again()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(12));
    }

    @Test
    void aFailureWithoutAReplyIsUnclearAndTriedAgain() {
        var verdict = answers.read(
                new SmtpFailure(Stage.UNKNOWN, Optional.empty(), "The connection closed"), email(1, Duration.ZERO));

        assertThat(verdict.outcome()).contains(Outcome.UNCLEAR);
        assertThat(verdict.end()).isEmpty();
    }

    @Test
    void aConnectionThatWasNeverMadeIsNotUnclear() {
        var verdict = answers.read(
                new SmtpFailure(Stage.CONNECT, Optional.empty(), "Nobody listens"), email(1, Duration.ZERO));

        assertThat(verdict.outcome()).contains(Outcome.DEFERRED);
    }

    @Test
    void afterTheGiveUpAgeATransientFailureIsFinal() {
        var verdict = answers.read(failure(Stage.RCPT, 451, ""), email(17, Duration.ofDays(2)));

        assertThat(verdict.end()).contains(End.FAILED);
        assertThat(verdict.reason()).startsWith("Given up after 17 attempts").contains("451");
    }

    @Test
    void theLastStepOfTheLadderRepeats() {
        var verdict = answers.read(failure(Stage.RCPT, 451, ""), email(9, Duration.ofHours(1)));

        assertThat(verdict.again()).isBetween(Duration.ofSeconds(48), Duration.ofSeconds(72));
    }

    private static SmtpFailure failure(Stage stage, int code, String enhanced) {
        var reply = new Reply(code, Optional.of(enhanced).filter(found -> !found.isEmpty()), "No");
        return new SmtpFailure(stage, Optional.of(reply), "The server said no");
    }

    private static Outgoing email(int attempt, Duration age) {
        var ticket =
                new Ticket(new ProjectId(UUID.randomUUID()), new EmailId(UUID.randomUUID()), "example.org", (short) 0, 1, 0, 0, 0, false, Optional.empty());
        return new Outgoing(
                ticket,
                attempt,
                Instant.EPOCH,
                age,
                new ContactId(UUID.randomUUID()),
                new ContentId(UUID.randomUUID()),
                0,
                Optional.empty(),
                Source.TRANSACTIONAL,
                TemplateType.TRANSACTIONAL,
                new EmailAddress("ada@example.org"),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Optional.empty(),
                new Outgoing.Standing(
                        "PENDING",
                        "",
                        false,
                        true,
                        true,
                        Tracking.DISABLED,
                        Optional.empty(),
                        new Voice("Shop", "en")));
    }
}
