package io.godwit.sending.rendering;

import io.godwit.core.LinkTokenCodec;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.TestCrypto;
import io.godwit.core.TrackingTokenCodec;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.content.EmailContent;
import io.godwit.smtp.message.MessageBuilder;
import io.godwit.tracking.TrackingRewriter;
import java.util.Optional;

/** Composes messages without a database and without a signature, as {@link MessageComposer} does on its workers. */
public final class EmailBytes {

    private static final String PUBLIC_URL = "https://mail.example.test";

    private final CompiledContentCache contents = new CompiledContentCache(8L << 20);
    private final LinkTracker tracker = new TrackingRewriter(PUBLIC_URL, new TrackingTokenCodec(TestCrypto.some()));
    private final EmailRenderer renderer;

    public EmailBytes() {
        var links = new LinkTokenCodec(TestCrypto.some());
        this.renderer = new EmailRenderer(
                contents, new SystemVariables(PUBLIC_URL, links), tracker, new MessageIdCodec(TestCrypto.some()));
    }

    public byte[] of(EmailAttempt email, EmailContent content) {
        return MessageBuilder.build(
                renderer.render(email, content, Optional.empty()).message());
    }

    /** Returns whether the tracked emails of a content are composed from what is prepared of it. */
    boolean isPrepared(EmailContent content) {
        return contents.prepared(content, contents.compiled(content), Optional.of(PUBLIC_URL), tracker)
                .isPresent();
    }
}
