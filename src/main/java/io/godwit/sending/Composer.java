package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.DkimKey;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.Message;
import io.godwit.smtp.MessageBuilder;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Makes an email into the bytes that go out: rendered, checked once more, built and signed. All of that is one hop to a
 * bounded worker: the signature alone, 0.3 ms and more, is too long for an event loop, and two hops cost more than they
 * save.
 */
final class Composer {

    /** What a message may weigh once it is built (decisions.md, Sizes). */
    private final Contents contents;

    private final SigningKeys keys;
    private final Renderer renderer;
    private final BiFunction<DkimKey, byte[], byte[]> signer;
    private final WorkerExecutor workers;
    private final SendMetrics metrics;

    Composer(
            Contents contents,
            SigningKeys keys,
            Renderer renderer,
            BiFunction<DkimKey, byte[], byte[]> signer,
            WorkerExecutor workers,
            SendMetrics metrics) {
        this.contents = contents;
        this.keys = keys;
        this.renderer = renderer;
        this.signer = signer;
        this.workers = workers;
        this.metrics = metrics;
    }

    /** Fails with {@link NotSent} when no attempt can make this email a message, with {@link NotNow} when a look-up failed. */
    Future<Parcel> compose(Outgoing email) {
        return contents.find(email)
                .recover(Composer::away)
                .map(found -> found.orElseThrow(() -> unsendable("The content of the email is gone")))
                .compose(content -> standing(email, content)
                        .compose(sender -> workers.executeBlocking(() -> parcel(email, content, sender), false)));
    }

    /**
     * What the sender's domain brings along.
     *
     * @param links the base of links, if it has one of its own
     */
    private record Standing(DkimKey key, EmailAddress mailFrom, Optional<String> links) {}

    private Future<Standing> standing(Outgoing email, Content content) {
        return key(email, content).compose(key -> mailFrom(email, content)
                .compose(from -> links(email, content).map(links -> new Standing(key, from, links))));
    }

    private Future<DkimKey> key(Outgoing email, Content content) {
        return keys.signingKey(
                        email.ticket().project(), content.from().address().domain())
                .recover(Composer::away)
                .map(Composer::required);
    }

    private Future<EmailAddress> mailFrom(Outgoing email, Content content) {
        return keys.mailFrom(
                        email.ticket().project(),
                        email.ticket().email(),
                        content.from().address())
                .recover(Composer::away);
    }

    private Future<Optional<String>> links(Outgoing email, Content content) {
        return keys.links(email.ticket().project(), content.from().address().domain())
                .recover(Composer::away);
    }

    /** What could not be looked up says nothing about the email. */
    private static <T> Future<T> away(Throwable error) {
        return Future.failedFuture(new NotNow(String.valueOf(error.getMessage())));
    }

    private static DkimKey required(Optional<DkimKey> key) {
        return key.orElseThrow(() -> unsendable("The sender's domain is no longer verified"));
    }

    private Parcel parcel(Outgoing email, Content content, Standing sender) {
        var rendered = renderer.render(email, content, sender.links());
        var bytes = built(rendered.message());
        if (bytes.length > MessageBuilder.LARGEST) {
            throw unsendable(
                    "The message has " + bytes.length + " bytes; at most " + MessageBuilder.LARGEST + " can be sent");
        }
        var started = System.nanoTime();
        var signed = signer.apply(sender.key(), bytes);
        metrics.signed(System.nanoTime() - started);
        return new Parcel(email, new Envelope(sender.mailFrom(), email.to()), signed, rendered.loggedSubject());
    }

    private static byte[] built(Message message) {
        try {
            return MessageBuilder.build(message);
        } catch (IllegalArgumentException unwritable) {
            throw unsendable(String.valueOf(unwritable.getMessage()));
        }
    }

    private static NotSent unsendable(String sentence) {
        return new NotSent(Verdict.unsendable(sentence));
    }
}
