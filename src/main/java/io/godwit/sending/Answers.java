package io.godwit.sending;

import io.godwit.sending.Verdict.End;
import io.godwit.sending.Verdict.Outcome;
import io.godwit.smtp.Reply;
import io.godwit.smtp.SmtpFailure;
import io.godwit.smtp.Stage;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Reads a refusal: whom it is about, whether it may change, and whether the address is dead. */
record Answers(Retries retries) {

    /** Bad destination mailbox, system, syntax, moved without a new address, and null MX (RFC 3463 §3.2, RFC 7505 §4.2). */
    private static final Set<String> DEAD = Set.of("5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10");

    /** Mailbox unavailable, not local, or its name not allowed (RFC 5321 §4.2.3). */
    private static final Set<Integer> DEAD_AT_RCPT = Set.of(550, 551, 553);

    /** Authentication or encryption is missing or wrong (RFC 4954 §6, RFC 3207 §4): ours to mend, whatever the stage. */
    private static final Set<Integer> ABOUT_US = Set.of(530, 534, 535, 538);

    /** The sender's own address is bad (RFC 3463 §3.2): the recipient's is not. */
    private static final Set<String> BAD_SENDER = Set.of("5.1.7", "5.1.8");

    /** Message too big (RFC 1870 §6.1), and syntax of the sender's own address: about this email alone, even at MAIL. */
    private static final Set<Integer> ABOUT_THE_MAIL = Set.of(552, 553);

    /**
     * Whether the mail server did not let us in, so that every other email would fail as well. At MAIL no recipient and no
     * content has been named yet: a permanent refusal there is about us, unless it names the sender's address or the size.
     */
    static boolean isAboutUs(SmtpFailure failure) {
        return failure.stage() == Stage.CONNECT
                || failure.reply()
                        .filter(reply -> ABOUT_US.contains(reply.code())
                                || (failure.stage() == Stage.MAIL && isPermanent(reply) && !isAboutTheMail(reply)))
                        .isPresent();
    }

    private static boolean isAboutTheMail(Reply reply) {
        return ABOUT_THE_MAIL.contains(reply.code())
                || BAD_SENDER.contains(reply.enhanced().orElse(""));
    }

    Verdict read(SmtpFailure failure, Outgoing email) {
        return failure.reply()
                .filter(reply -> isPermanent(reply) && !isAboutUs(failure))
                .map(reply -> refused(failure.stage(), reply))
                .orElseGet(() -> again(outcome(failure), failure, email));
    }

    private static Verdict refused(Stage stage, Reply reply) {
        var recipient = isAboutRecipient(stage, reply);
        return new Verdict(
                Optional.of(recipient ? Outcome.BOUNCED : Outcome.FAILED),
                Optional.of(recipient ? End.BOUNCED : End.FAILED),
                stage.name(),
                Optional.of(reply),
                sentence(reply),
                Duration.ZERO,
                isDeadAddress(stage, reply));
    }

    private Verdict again(Outcome outcome, SmtpFailure failure, Outgoing email) {
        var pause = retries.after(email.attempt(), email.age());
        var said = failure.reply().map(Answers::sentence).orElseGet(() -> String.valueOf(failure.getMessage()));
        return new Verdict(
                Optional.of(outcome),
                pause.isPresent() ? Optional.empty() : Optional.of(End.FAILED),
                failure.stage().name(),
                failure.reply(),
                pause.isPresent() ? said : "Given up after " + email.attempt() + " attempts; the last one: " + said,
                pause.orElse(Duration.ZERO),
                false);
    }

    /** Without a reply nobody can tell what became of the message, unless we never came so far as to offer it. */
    private static Outcome outcome(SmtpFailure failure) {
        var told = failure.stage() == Stage.CONNECT
                || failure.reply().filter(reply -> reply.code() >= 400).isPresent();
        return told ? Outcome.DEFERRED : Outcome.UNCLEAR;
    }

    private static boolean isPermanent(Reply reply) {
        return reply.code() >= 500 && reply.code() < 600;
    }

    private static boolean isAboutRecipient(Stage stage, Reply reply) {
        var enhanced = reply.enhanced().orElse("");
        var mailbox = enhanced.startsWith("5.1.") || enhanced.startsWith("5.2.");
        return stage == Stage.RCPT
                || ((stage == Stage.DATA || stage == Stage.DOT) && mailbox && !BAD_SENDER.contains(enhanced));
    }

    /** Codes about policy, routing or the mail system ({@code 5.7}, {@code 5.4}, {@code 5.3}) say nothing about the address. */
    private static boolean isDeadAddress(Stage stage, Reply reply) {
        return reply.enhanced()
                .map(enhanced -> DEAD.contains(enhanced) && stage != Stage.MAIL)
                .orElseGet(() -> stage == Stage.RCPT && DEAD_AT_RCPT.contains(reply.code()));
    }

    /** As the mail server wrote it: the code, then the enhanced code if there is one, then words. */
    static String sentence(Reply reply) {
        var enhanced = reply.enhanced()
                .filter(code -> !reply.text().startsWith(code))
                .map(code -> code + " ")
                .orElse("");
        return reply.code() + " " + enhanced + reply.text();
    }
}
