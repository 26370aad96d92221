package io.godwit.smtp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.smtp.SmtpReply;
import io.vertx.core.buffer.Buffer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyReaderTest {

    private static final String STREAM =
            "250 2.1.0 OK\r\n250-2.1.5 One\r\n250-\r\n250 2.1.5 Two\r\n354\r\n550-5.1.1 No\n550 such\n";

    private final ReplyReader reader = new ReplyReader();

    @Test
    void theRepliesAreTheSameForEverySplitOfTheStream() {
        var octets = STREAM.getBytes(StandardCharsets.US_ASCII);

        for (var step = 1; step <= octets.length; step++) {
            var replies = new ArrayList<SmtpReply>();
            for (var from = 0; from < octets.length; from += step) {
                reader.add(Buffer.buffer().appendBytes(octets, from, Math.min(step, octets.length - from)));
                reader.next().ifPresent(replies::add);
                for (var more = reader.next(); more.isPresent(); more = reader.next()) {
                    replies.add(more.get());
                }
            }
            assertThat(replies).extracting(SmtpReply::code).containsExactly(250, 250, 354, 550);
            assertThat(replies.get(1).lines()).containsExactly("2.1.5 One", "", "2.1.5 Two");
            assertThat(replies.get(3).lines()).containsExactly("5.1.1 No", "such");
            assertThat(reader.hasUnread()).isFalse();
        }
    }

    @Test
    void aReplyOfAHundredLinesKeepsItsFirstLinesAndItsLast() {
        var reply = read(IntStream.range(1, 100)
                        .mapToObj(line -> "550-line " + line + "\r\n")
                        .collect(Collectors.joining())
                + "550 see https://example.test/why\r\n");

        assertThat(reply.lines()).hasSize(ReplyReader.MAX_LINES).startsWith("line 1", "line 2");
        assertThat(reply.lines().get(ReplyReader.MAX_LINES - 1)).isEqualTo("see https://example.test/why");
    }

    @Test
    void textIsUtf8OrElseLatin1() {
        assertThat(read("550 Postfach unzul\u00c3\u00a4ssig\r\n").lines()).containsExactly("Postfach unzul\u00e4ssig");
        assertThat(read("550 Postfach unzul\u00e4ssig\r\n").lines()).containsExactly("Postfach unzul\u00e4ssig");
        assertThat(read("550 a\u0000b\u001bc\r\n").lines()).containsExactly("a b c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "25", "what?", "999 x", "250x", "150 x", "2a0 x"})
    void otherLinesAreNoReplies(String line) {
        assertThatThrownBy(() -> read(line + "\r\n")).isInstanceOf(ReplyReader.MalformedReplyException.class);
    }

    @Test
    void aLineOfAMegabyteAndAReplyWithoutEndAreGivenUp() {
        assertThatThrownBy(() -> addAll("250 " + "x".repeat(1 << 20), 4_096))
                .isInstanceOf(ReplyReader.MalformedReplyException.class);
        var other = new ReplyReader();
        assertThatThrownBy(() -> {
                    for (var line = 0; line < 100_000; line++) {
                        other.add(Buffer.buffer("250-and on\r\n"));
                        other.next();
                    }
                })
                .isInstanceOf(ReplyReader.MalformedReplyException.class);
    }

    @Test
    void aLineThatComesOctetByOctetIsSearchedOnce() {
        var threads = ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadCpuTime();

        for (var reply = 0; reply < 10; reply++) {
            addAll("250 " + "x".repeat(60_000), 1);
            assertThat(read("\r\n").lines()).first().asString().startsWith("xxx");
        }

        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before)).isLessThan(Duration.ofSeconds(2));
    }

    private void addAll(String octets, int step) {
        for (var from = 0; from < octets.length(); from += step) {
            reader.add(Buffer.buffer(octets.substring(from, Math.min(octets.length(), from + step))));
            reader.next();
        }
    }

    private SmtpReply read(String octets) {
        reader.add(Buffer.buffer(octets.getBytes(StandardCharsets.ISO_8859_1)));
        return reader.next().orElseThrow();
    }

    @Test
    void nothingIsReturnedOfAnUnfinishedReply() {
        for (var part : List.of("250-a\r\n", "25", "0-b\r\n", "250 c")) {
            reader.add(Buffer.buffer(part));
            assertThat(reader.next()).isEmpty();
        }
        assertThat(reader.hasUnread()).isTrue();
    }
}
