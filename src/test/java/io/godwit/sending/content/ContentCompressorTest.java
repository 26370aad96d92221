package io.godwit.sending.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

@CloseFields
class ContentCompressorTest {

    private static final Vertx VERTX = Vertx.vertx();

    private final AtomicBoolean readable = new AtomicBoolean(true);
    private final ContentCompressor compressor =
            new ContentCompressor(readable::get, VERTX.createSharedWorkerExecutor("compress-test", 1));

    private static EmailContent content(int characters) {
        return new EmailContent(
                new ProjectId(Ids.next()),
                new ContentId(Ids.next()),
                "Hello",
                "a".repeat(characters),
                new NamedAddress(Optional.empty(), new EmailAddress("shop@ok.test")),
                Optional.empty(),
                List.of(),
                List.of());
    }

    private boolean isCompressed(int characters) {
        return compressor
                .compress(content(characters))
                .await()
                .compressedTexts()
                .isPresent();
    }

    @Test
    void aContentIsCompressedFromFourKilobytesOn() {
        assertThat(isCompressed(4 * 1024 - 1)).isFalse();
        assertThat(isCompressed(4 * 1024)).isTrue();
    }

    @Test
    void noneIsCompressedWhileANodeCannotReadIt() {
        readable.set(false);
        assertThat(isCompressed(10_000)).isFalse();

        readable.set(true);
        assertThat(isCompressed(10_000)).isTrue();
    }

    /** The future of a content for the worker is not complete when the call returns; that of a smaller one is. */
    @Test
    void aLargeContentIsCompressedByAWorker() {
        assertThat(compressor.compress(content(64 * 1024)).isComplete()).isTrue();

        var thread = compressor.compress(content(8 << 20)).map(ignored -> Thread.currentThread()
                .getName());

        assertThat(thread.isComplete()).isFalse();
        thread.await();
    }
}
