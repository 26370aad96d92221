package io.godwit.sending.rendering;

import io.godwit.core.EmailAddress;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.queue.SendMetrics;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.message.DkimKey;
import io.godwit.smtp.message.Message;
import io.godwit.smtp.message.MessageBuilder;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Composes the message of an email: rendered, checked once more, built and signed. All of that is one hop to a bounded worker
 * pool: the signature alone, 0.3 ms and more, is too long for an event loop, and two hops cost more than they save.
 */
public final class MessageComposer {

    private final ContentCache contents;
    private final SenderIdentities identities;
    private final EmailRenderer renderer;
    private final BiFunction<DkimKey, byte[], byte[]> signer;
    private final WorkerExecutor workers;
    private final SendMetrics metrics;

    public MessageComposer(
            ContentCache contents,
            SenderIdentities identities,
            EmailRenderer renderer,
            BiFunction<DkimKey, byte[], byte[]> signer,
            WorkerExecutor workers,
            SendMetrics metrics) {
        this.contents = contents;
        this.identities = identities;
        this.renderer = renderer;
        this.signer = signer;
        this.workers = workers;
        this.metrics = metrics;
    }

    /**
     * Composes and signs the message of an email. Fails with {@link DeliveryException.Rejected} when no attempt can compose this email,
     * with {@link DeliveryException.Released} when a look-up failed.
     */
    public Future<SignedMessage> compose(EmailAttempt email) {
        return contents.find(email)
                .recover(MessageComposer::released)
                .map(found -> found.orElseThrow(() -> unsendable("The content of the email is gone")))
                .compose(content -> senderIdentity(email, content)
                        .compose(sender -> workers.executeBlocking(() -> sign(email, content, sender), false)));
    }

    /**
     * The DKIM key, MAIL FROM and link base of the sender's domain.
     *
     * @param links the base of links, if the domain has one of its own
     */
    private record SenderIdentity(DkimKey key, EmailAddress mailFrom, Optional<String> links) {}

    private Future<SenderIdentity> senderIdentity(EmailAttempt email, EmailContent content) {
        return key(email, content).compose(key -> mailFrom(email, content)
                .compose(from -> links(email, content).map(links -> new SenderIdentity(key, from, links))));
    }

    private Future<DkimKey> key(EmailAttempt email, EmailContent content) {
        return identities
                .signingKey(email.claimed().project(), content.from().address().domain())
                .recover(MessageComposer::released)
                .map(MessageComposer::required);
    }

    private Future<EmailAddress> mailFrom(EmailAttempt email, EmailContent content) {
        return identities
                .mailFrom(
                        email.claimed().project(),
                        email.claimed().email(),
                        content.from().address())
                .recover(MessageComposer::released);
    }

    private Future<Optional<String>> links(EmailAttempt email, EmailContent content) {
        return identities
                .links(email.claimed().project(), content.from().address().domain())
                .recover(MessageComposer::released);
    }

    /** Releases the email after a failed look-up, which says nothing about the email. */
    private static <T> Future<T> released(Throwable error) {
        return Future.failedFuture(new DeliveryException.Released(String.valueOf(error.getMessage())));
    }

    private static DkimKey required(Optional<DkimKey> key) {
        return key.orElseThrow(() -> unsendable("The sender's domain is no longer verified"));
    }

    private SignedMessage sign(EmailAttempt email, EmailContent content, SenderIdentity sender) {
        return content.raw()
                .map(raw -> signed(
                        email, sender, renderer.complete(email, content, raw, sender.links()), content.subject()))
                .orElseGet(() -> {
                    var rendered = renderer.render(email, content, sender.links());
                    return signed(email, sender, built(rendered.message()), rendered.loggedSubject());
                });
    }

    private SignedMessage signed(EmailAttempt email, SenderIdentity sender, byte[] bytes, String subject) {
        if (bytes.length > MessageBuilder.MAX_BYTES) {
            throw unsendable(
                    "The message has " + bytes.length + " bytes; at most " + MessageBuilder.MAX_BYTES + " can be sent");
        }
        var started = System.nanoTime();
        var signed = signer.apply(sender.key(), bytes);
        metrics.signed(System.nanoTime() - started);
        var envelope = new Envelope(sender.mailFrom(), email.to(), Optional.of(renderer.token(email.claimed())));
        return new SignedMessage(email, envelope, signed, subject);
    }

    private static byte[] built(Message message) {
        try {
            return MessageBuilder.build(message);
        } catch (IllegalArgumentException unwritable) {
            throw unsendable(String.valueOf(unwritable.getMessage()));
        }
    }

    private static DeliveryException.Rejected unsendable(String sentence) {
        return new DeliveryException.Rejected(AttemptOutcome.unsendable(sentence));
    }
}
