package io.godwit.inbound.processing;

import io.godwit.bounces.BounceVerdict;
import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.ClassifiedRefusal.Weight;
import io.godwit.bounces.FailedRecipients;
import io.godwit.core.id.ProjectId;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A provider-independent delivery report or received email. */
public sealed interface DeliveryReport {

    /** Returns the reported time of the event; the time of arrival when none is reported. */
    Instant at();

    /** A report about a sent email. */
    sealed interface EmailReport extends DeliveryReport {

        EmailIdentifiers identifiers();

        /**
         * Returns the author whose text the report rests on: it counts only if the project never emailed that author. Empty
         * when it always counts.
         */
        default Optional<String> author() {
            return Optional.empty();
        }

        /** Applies the report to the state of its email. */
        void applyTo(DeliveryState state, Instant when, ReportEffects effects);
    }

    /**
     * A bounce.
     *
     * @param reply the evidence
     * @param evidence the worth of the report against the address, where it quotes no refusal
     * @param refusal the refusal it quotes
     * @param recipients those the report is about, which may be others behind the address
     */
    record Bounce(
            EmailIdentifiers identifiers,
            Instant at,
            Cause cause,
            Evidence reply,
            ClassifiedRefusal.Evidence evidence,
            Optional<ClassifiedRefusal> refusal,
            FailedRecipients recipients)
            implements EmailReport {

        /** Creates a bounce; a hard one proves by itself that the address is dead. */
        public Bounce(EmailIdentifiers identifiers, Instant at, Cause cause, Evidence reply) {
            this(
                    identifiers,
                    at,
                    cause,
                    reply,
                    cause == Cause.HARD ? ClassifiedRefusal.Evidence.POSITIVE : ClassifiedRefusal.Evidence.NONE,
                    Optional.empty(),
                    FailedRecipients.UNNAMED);
        }

        public Bounce withRecipients(FailedRecipients named) {
            return new Bounce(identifiers, at, cause, reply, evidence, refusal, named);
        }

        /** Returns the bounce for a quoted refusal; {@code verdict} is its classification. */
        public static Bounce of(EmailIdentifiers identifiers, Instant at, BounceVerdict verdict) {
            var reply = new Evidence(verdict.code(), verdict.status(), verdict.line());
            return switch (verdict.kind()) {
                case HARD -> quoting(identifiers, at, Cause.HARD, reply, verdict);
                case SOFT -> quoting(identifiers, at, Cause.SOFT, reply, verdict);
                default -> new Bounce(identifiers, at, Cause.BLOCK, reply).withRecipients(verdict.failed());
            };
        }

        private static Bounce quoting(
                EmailIdentifiers identifiers, Instant at, Cause cause, Evidence reply, BounceVerdict verdict) {
            return new Bounce(
                    identifiers,
                    at,
                    cause,
                    reply,
                    ClassifiedRefusal.Evidence.NONE,
                    verdict.refusal(),
                    verdict.failed());
        }

        /** Returns the bounce as one of {@code recipient}: a refusal that is not about this mailbox says nothing about the address. */
        Bounce about(String recipient) {
            return refusal.filter(quoted -> quoted.against(named(recipient)).kind() != quoted.kind())
                    .map(ignored -> new Bounce(identifiers, at, Cause.BLOCK, reply).withRecipients(recipients))
                    .orElse(this);
        }

        /** Returns the worth of the report against the mailbox of {@code recipient}, with the words that leave a doubt. */
        Weight against(String recipient) {
            return recipients.areMembersOf(recipient)
                    ? Weight.NONE
                    : refusal.map(quoted -> quoted.against(named(recipient)).weight())
                            .orElseGet(() -> Weight.of(evidence));
        }

        private List<String> named(String recipient) {
            return Stream.of(Stream.of(recipient), recipients.addresses().stream(), recipients.origins().stream())
                    .flatMap(addresses -> addresses)
                    .toList();
        }

        @Override
        public void applyTo(DeliveryState state, Instant when, ReportEffects effects) {
            state.bounced(this, when, effects);
        }

        /** The cause of a bounce, which decides about later emails to the address. */
        public enum Cause {
            /** The address does not exist, and will not: it is never emailed again. */
            HARD("Permanent"),
            /** The mailbox is full or its server not available: this may pass. */
            SOFT("Transient"),
            /** This email or its sender is refused (5.7.x, spam, policy): the refusal says nothing about the address. */
            BLOCK("Permanent"),
            /** A bounce without a stated cause. */
            UNKNOWN("Undetermined"),
            /** No bounce: the recipient's mailbox has answered (out of office, vacation). */
            AUTO_REPLY("Transient");

            private final String type;

            Cause(String type) {
                this.type = type;
            }

            /** Returns the {@code bounceType} of the event. */
            String type() {
                return type;
            }
        }
    }

    /**
     * The evidence of a bounce or a delay.
     *
     * @param code SMTP reply code (RFC 5321 §4.2)
     * @param status enhanced code (RFC 3463), such as {@code 5.1.1}
     * @param line the sentence that decided, as it was received
     */
    record Evidence(Optional<Integer> code, Optional<String> status, String line) {}

    /**
     * A message that arrived at the return path and either says nothing about the sent email or says it in text that its author
     * may have written about something else.
     *
     * @param wrapped its report, if that counts
     * @param received the email to file if the report does not count
     */
    record ReturnedMail(
            EmailIdentifiers identifiers,
            Instant at,
            Optional<EmailReport> wrapped,
            Optional<String> author,
            Received received)
            implements EmailReport {

        @Override
        public void applyTo(DeliveryState state, Instant when, ReportEffects effects) {
            wrapped.ifPresent(report -> report.applyTo(state, when, effects));
        }

        /**
         * Returns whether the message is to be filed as an email; {@code fromRecipient} tells whether the project has emailed
         * its author.
         */
        boolean isPersonalEmail(boolean fromRecipient) {
            return wrapped.isEmpty() || fromRecipient;
        }
    }

    /**
     * A report of the recipient that the email is spam; {@code kind} is the feedback's type (RFC 5965 §3.1), such as
     * {@code abuse}.
     */
    record Complaint(EmailIdentifiers identifiers, Instant at, String kind) implements EmailReport {

        @Override
        public void applyTo(DeliveryState state, Instant when, ReportEffects effects) {
            state.complained(kind, when, effects);
        }
    }

    /** A delivery: the recipient's mail server has accepted the email. */
    record Delivery(EmailIdentifiers identifiers, Instant at) implements EmailReport {

        @Override
        public void applyTo(DeliveryState state, Instant when, ReportEffects effects) {
            state.delivered(when, effects);
        }
    }

    /** A delay: the delivery is tried again, and nothing is decided. */
    record Delay(EmailIdentifiers identifiers, Instant at, Evidence reply) implements EmailReport {

        @Override
        public void applyTo(DeliveryState state, Instant when, ReportEffects effects) {
            state.delayed(reply, when, effects);
        }
    }

    /** An open, seen by the provider's own tracking picture. */
    record Open(EmailIdentifiers identifiers, Instant at, Optional<String> userAgent) implements EmailReport {

        @Override
        public void applyTo(DeliveryState state, Instant when, ReportEffects effects) {
            state.seen(when, Optional.empty(), userAgent, effects);
        }
    }

    /** A click, seen by the provider's own tracking link. */
    record Click(EmailIdentifiers identifiers, Instant at, String link, Optional<String> userAgent)
            implements EmailReport {

        @Override
        public void applyTo(DeliveryState state, Instant when, ReportEffects effects) {
            state.seen(when, Optional.of(link), userAgent, effects);
        }
    }

    /** An unsubscription of the recipient at the provider. */
    record Unsubscription(EmailIdentifiers identifiers, Instant at) implements EmailReport {

        @Override
        public void applyTo(DeliveryState state, Instant when, ReportEffects effects) {
            state.unsubscribed(effects);
        }
    }

    /** A refusal of the provider to send an email it had accepted from us: malware, or an error in a template of its own. */
    record Refusal(EmailIdentifiers identifiers, Instant at, String reason) implements EmailReport {

        @Override
        public void applyTo(DeliveryState state, Instant when, ReportEffects effects) {
            state.refused(reason);
        }
    }

    /**
     * A message sent to a domain of a project.
     *
     * @param sender MAIL FROM; empty for the null path
     * @param recipients RCPT TO
     * @param message the whole message, or its header section alone
     * @param contentMissing a sentence that says where the rest is, when there is the header alone
     * @param verdicts by {@code spf dkim dmarc spam virus}: {@code PASS FAIL GRAY PROCESSING_FAILED}; and by {@link #AUTHOR}
     *     for an author that is not verified although the policy of the author's domain asks for it
     * @param signers the domains whose DKIM signatures are valid, as far as we checked them ourselves
     * @param project the project of the return path the message came to; empty: the recipients decide
     * @param doubt a sentence that says why it may not be a genuine email of a person
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

        /** The name of the verdict about the author. */
        public static final String AUTHOR = "author";

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
