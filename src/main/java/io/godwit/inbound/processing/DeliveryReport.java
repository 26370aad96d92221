package io.godwit.inbound.processing;

import io.godwit.bounces.BounceVerdict;
import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.core.id.ProjectId;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a report says once its provider's language is gone. */
public sealed interface DeliveryReport {

    /** When it happened, as far as is told; the moment of arrival otherwise. */
    Instant at();

    /** About a mail we sent. */
    sealed interface EmailReport extends DeliveryReport {

        EmailIdentifiers mail();

        /** Whose words the report rests on: it counts only if the project never wrote to them. Empty where it does anyway. */
        default Optional<String> author() {
            return Optional.empty();
        }

        /** Says it to the one that keeps the mail's record. */
        void applyTo(DeliveryState standing, Instant when, ReportEffects effects);
    }

    /**
     * The mail came back.
     *
     * @param said what the evidence is
     * @param proof what that is worth against the address
     */
    record Bounce(EmailIdentifiers mail, Instant at, Cause cause, Evidence said, ClassifiedRefusal.Evidence proof)
            implements EmailReport {

        /** A hard one proves by itself that the address is dead. */
        public Bounce(EmailIdentifiers mail, Instant at, Cause cause, Evidence said) {
            this(
                    mail,
                    at,
                    cause,
                    said,
                    cause == Cause.HARD ? ClassifiedRefusal.Evidence.POSITIVE : ClassifiedRefusal.Evidence.NONE);
        }

        /** What a refusal says that was quoted; {@code verdict} is that it came back. */
        public static Bounce of(EmailIdentifiers mail, Instant at, BounceVerdict verdict) {
            var said = new Evidence(verdict.code(), verdict.status(), verdict.line());
            var proof = verdict.refusal()
                    .map(io.godwit.bounces.ClassifiedRefusal::proof)
                    .orElse(ClassifiedRefusal.Evidence.NONE);
            return switch (verdict.kind()) {
                case HARD -> new Bounce(mail, at, Cause.HARD, said, proof);
                case SOFT -> new Bounce(mail, at, Cause.SOFT, said, proof);
                default -> new Bounce(mail, at, Cause.BLOCK, said);
            };
        }

        @Override
        public void applyTo(DeliveryState standing, Instant when, ReportEffects effects) {
            standing.bounced(this, when, effects);
        }

        /** Why, and what that means for the mails that would follow. */
        public enum Cause {
            /** The address does not exist, and will not: it is never mailed again. */
            HARD("Permanent"),
            /** The mailbox is full, its server is away: this may pass. */
            SOFT("Transient"),
            /** This mail, or we, are not wanted there (5.7.x, spam, policy): it says nothing about the address. */
            BLOCK("Permanent"),
            /** It came back, and why is not told. */
            UNKNOWN("Undetermined"),
            /** No bounce: the reader's mailbox has answered (out of office, vacation). */
            AUTO_REPLY("Transient");

            private final String type;

            Cause(String type) {
                this.type = type;
            }

            /** {@code bounceType} of the event. */
            String type() {
                return type;
            }
        }
    }

    /**
     * What a bounce or a delay rests on.
     *
     * @param code SMTP reply code (RFC 5321 §4.2)
     * @param status enhanced code (RFC 3463), such as {@code 5.1.1}
     * @param line the sentence that decided, as it was found
     */
    record Evidence(Optional<Integer> code, Optional<String> status, String line) {

        static Evidence of(String line) {
            return new Evidence(Optional.empty(), Optional.empty(), line);
        }
    }

    /**
     * A mail that came to where mail of ours comes back to, and either says nothing of it or says it in words that its author may
     * have written about something else.
     *
     * @param said what it says, if it counts
     * @param letter what is filed if it does not
     */
    record ReturnedMail(
            EmailIdentifiers mail, Instant at, Optional<EmailReport> said, Optional<String> author, Received letter)
            implements EmailReport {

        @Override
        public void applyTo(DeliveryState standing, Instant when, ReportEffects effects) {
            said.ifPresent(report -> report.applyTo(standing, when, effects));
        }

        /** Tells whether it is to be filed, for all that is known of its author. */
        boolean isLetter(boolean fromRecipient) {
            return said.isEmpty() || fromRecipient;
        }
    }

    /** The reader calls it spam; {@code kind} is the feedback's type (RFC 5965 §3.1), such as {@code abuse}. */
    record Complaint(EmailIdentifiers mail, Instant at, String kind) implements EmailReport {

        @Override
        public void applyTo(DeliveryState standing, Instant when, ReportEffects effects) {
            standing.complained(kind, when, effects);
        }
    }

    /** The receiver's server has taken it. */
    record Delivery(EmailIdentifiers mail, Instant at) implements EmailReport {

        @Override
        public void applyTo(DeliveryState standing, Instant when, ReportEffects effects) {
            standing.delivered(when, effects);
        }
    }

    /** It is tried again; nothing is decided. */
    record Delay(EmailIdentifiers mail, Instant at, Evidence said) implements EmailReport {

        @Override
        public void applyTo(DeliveryState standing, Instant when, ReportEffects effects) {
            standing.delayed(said, when, effects);
        }
    }

    /** Seen by the provider's own picture. */
    record Open(EmailIdentifiers mail, Instant at, Optional<String> userAgent) implements EmailReport {

        @Override
        public void applyTo(DeliveryState standing, Instant when, ReportEffects effects) {
            standing.seen(when, Optional.empty(), userAgent, effects);
        }
    }

    /** Followed by way of the provider's own link. */
    record Click(EmailIdentifiers mail, Instant at, String link, Optional<String> userAgent) implements EmailReport {

        @Override
        public void applyTo(DeliveryState standing, Instant when, ReportEffects effects) {
            standing.seen(when, Optional.of(link), userAgent, effects);
        }
    }

    /** The reader has left the list at the provider. */
    record Unsubscription(EmailIdentifiers mail, Instant at) implements EmailReport {

        @Override
        public void applyTo(DeliveryState standing, Instant when, ReportEffects effects) {
            standing.unsubscribed(effects);
        }
    }

    /** The provider took it from us and would not send it on: malice found, a template of its own that failed. */
    record Refusal(EmailIdentifiers mail, Instant at, String reason) implements EmailReport {

        @Override
        public void applyTo(DeliveryState standing, Instant when, ReportEffects effects) {
            standing.refused(reason);
        }
    }

    /**
     * A mail that somebody sent to a domain of ours.
     *
     * @param sender MAIL FROM; empty for the null path
     * @param recipients RCPT TO
     * @param message the whole of it, or its head with nothing behind
     * @param contentMissing a sentence that says where the rest is, when there is the head alone
     * @param verdicts by {@code spf dkim dmarc spam virus}: {@code PASS FAIL GRAY PROCESSING_FAILED}
     * @param signers the domains whose DKIM signatures hold, as far as we checked them ourselves
     * @param project whose mail's return path it came to; empty: the recipients tell
     * @param doubt a sentence that says why it may be no letter
     */
    record Received(
            Instant at,
            String sender,
            List<String> recipients,
            Buffer message,
            Optional<String> contentMissing,
            Map<String, String> verdicts,
            List<String> signers,
            Optional<ProjectId> project,
            Optional<String> doubt)
            implements DeliveryReport {

        public Received {
            recipients = List.copyOf(recipients);
            verdicts = Map.copyOf(verdicts);
            signers = List.copyOf(signers);
        }

        Received forProject(ProjectId id) {
            return new Received(
                    at, sender, recipients, message, contentMissing, verdicts, signers, Optional.of(id), doubt);
        }

        public Received doubted(String why) {
            return new Received(
                    at, sender, recipients, message, contentMissing, verdicts, signers, project, Optional.of(why));
        }
    }
}
