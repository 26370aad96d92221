package io.godwit.smtp.catcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SampleMessages;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.MessageBuilder;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The catcher as a mail client sees it: bytes in, files out, whatever the client says. */
@CloseFields
class MailCatcherTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int KEPT = 5;
    private static final String ENVELOPE = "HELO me\r\nMAIL FROM:<ada@example.test>\r\nRCPT TO:<bob@example.org>\r\n";

    @TempDir
    private Path folder;

    private final Vertx vertx = Vertx.vertx();
    private MailCatcher catcher;

    @BeforeEach
    void open() {
        catcher = MailCatcher.start(vertx, folder, settings(), "http://localhost:8080")
                .await();
    }

    @Test
    void aMessageComesOutAsItWentIn() {
        var message = "Subject: Dots\r\n\r\n.\r\n..\r\n.a\r\n \u00ff\u0000\tlone \r and \n, \r\n.\rx\r\n";

        var said = talk(ENVELOPE + "DATA\r\n" + stuffed(message) + ".\r\nQUIT\r\n");

        assertThat(said).contains("354 ", "250 2.0.0 Caught", "221 ");
        assertThat(kept()).singleElement().satisfies(bytes -> {
            assertThat(raw(bytes)).isEqualTo(message);
            assertThat(bytes.size()).isEqualTo(message.length());
            assertThat(bytes.subject()).isEqualTo("Dots");
            assertThat(bytes.envelope())
                    .isEqualTo(new CaughtMessage.EnvelopePaths("ada@example.test", "bob@example.org"));
        });
    }

    @Test
    void aConnectionCarriesAnyNumberOfMessages() {
        var data = "DATA\r\nSubject: n\r\n\r\nn\r\n.\r\n";
        var second = "MAIL FROM:<>\r\nRCPT TO:<c@example.org>\r\nRCPT TO:<d@example.org>\r\n";

        talk(ENVELOPE + data + second + data + "RSET\r\nNOOP\r\nQUIT\r\n");

        assertThat(kept())
                .extracting(CaughtMessage::envelope)
                .containsExactlyInAnyOrder(
                        new CaughtMessage.EnvelopePaths("ada@example.test", "bob@example.org"),
                        new CaughtMessage.EnvelopePaths("", "c@example.org, d@example.org"));
    }

    @Test
    void aMessageThatBreaksOffLeavesNothing() {
        talk(ENVELOPE + "DATA\r\nSubject: half\r\n\r\nof a mess");

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatComesInTheWrongOrderIsRefused() {
        var said = talk(
                "RCPT TO:<a@example.org>\r\nDATA\r\nHELO me\r\nMAIL FROM:<a@example.org>\r\nDATA\r\nSTARTTLS\r\n\r\nQUIT\r\n");

        assertThat(codes(said)).containsExactly("220", "503", "503", "250", "250", "503", "502", "500", "221");
        assertThat(folder).isEmptyDirectory();
    }

    /** Each would otherwise change what the file says, and with it where the message begins after a restart. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MAIL FROM:<a\nDelivered-To: b@example.org>",
                "MAIL FROM:<a\rb@example.test>",
                "MAIL FROM:<a\u0000b@example.test>",
            })
    void aLineWithControlsIsRefused(String line) {
        var said = talk(line + "\r\nRCPT TO:<b@example.org>\r\nDATA\r\nQUIT\r\n");

        assertThat(codes(said)).containsExactly("220", "500", "503", "503", "221");
    }

    /** RFC 5321 §4.5.3.1.3 and §4.5.3.1.8. */
    @Test
    void anAddressHasTwoHundredFiftySixOctetsAndAMessageAHundredRecipients() {
        var address = "a".repeat(242) + "@example.org";
        var recipients = ("RCPT TO:<" + address + ">\r\n").repeat(101);

        var said = talk("HELO me\r\nMAIL FROM:<" + address + "b>\r\nMAIL FROM:<" + address + ">\r\nRCPT TO:<" + address
                + "b>\r\n" + recipients + "DATA\r\nSubject: Many\r\n\r\n.\r\nQUIT\r\n");

        assertThat(codes(said).subList(2, 5)).containsExactly("501", "250", "501");
        assertThat(codes(said)).filteredOn("452"::equals).hasSize(1);
        assertThat(kept()).singleElement().satisfies(message -> {
            assertThat(message.envelope().to().split(", ")).hasSize(100);
            assertThat(raw(message)).isEqualTo("Subject: Many\r\n\r\n");
        });
    }

    @Test
    void aMessageBeyondAnySizeIsRefusedAtItsEnd() {
        var said = talk(ENVELOPE + "DATA\r\n" + ("x".repeat(1022) + "\r\n").repeat(50 << 10) + "y\r\n.\r\nQUIT\r\n");

        assertThat(codes(said)).endsWith("354", "552", "221");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatAKilledServerLeftHalfWrittenIsRemovedAndForeignFilesAreNot() throws IOException {
        Files.writeString(folder.resolve("0198c1aa-0000-7000-8000-000000000001.part"), "half");
        Files.writeString(folder.resolve("notes.txt"), "mine");
        Files.writeString(folder.resolve("letter.eml"), "Subject: of another program\r\n\r\n");

        var messages = CaughtMessageStore.open(folder, KEPT);

        assertThat(messages.newest(10)).isEmpty();
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("notes.txt", "letter.eml");
    }

    @Test
    void theNewestAreKeptHoweverManyComeAtOnce() throws Exception {
        var messages = CaughtMessageStore.open(folder, KEPT);
        var sizes = ConcurrentHashMap.<Integer>newKeySet();
        var barrier = new CyclicBarrier(4, () -> sizes.add(messages.newest(100).size()));

        var threads = Executors.newFixedThreadPool(4);
        var senders = IntStream.range(0, 4)
                .mapToObj(ignored -> CompletableFuture.runAsync(() -> addInStep(messages, barrier, 500), threads))
                .toList();
        senders.forEach(CompletableFuture::join);
        threads.shutdown();

        assertThat(sizes).containsExactly(KEPT);
        assertThat(kept()).hasSize(KEPT);
    }

    static List<String> oddMessages() {
        return List.of(
                "",
                "no header at all",
                "\r\n\r\nonly a body",
                ": no name\r\n\r\nx",
                "Subject: =?utf-8?B?=?= =?nope?Q?=FF?= =?utf-8?X?a?=\r\n\r\nx",
                "Content-Type: multipart/mixed\r\n\r\nno boundary",
                "Content-Type: multipart/mixed; boundary=\r\n\r\n--\r\n\r\nx\r\n----\r\n",
                "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a",
                "Content-Type: multipart/mixed; boundary=\"a\r\n\r\n--a\r\n\r\nx",
                "Content-Type: text/html; charset=x-unknown\r\n\r\n<b>\u00ff</b>",
                "Content-Type: text/html; charset=utf-16\r\n\r\nx",
                "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n!!not base64!!=",
                "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=ZZ=\r\n=",
                "Content-Type: text/plain\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\nbegin",
                "Content-Type: text/plain\r\nContent-Transfer-Encoding: nonsense\r\n\r\nx",
                "Content-Type: ///\r\nContent-Disposition: ;;;\r\nContent-ID: <>\r\n\r\nx",
                "Content-Type: image/png; name*=utf-9''%zz\r\nContent-Disposition: inline; filename*0*=a''%\r\n\r\nx",
                "X: " + "y".repeat(1 << 20) + "\r\n\r\nx",
                nested(500),
                "Content-Type: multipart/mixed; boundary=a\r\n\r\n" + "--a\r\n\r\nx\r\n".repeat(5_000) + "--a--\r\n");
    }

    @ParameterizedTest
    @MethodSource("oddMessages")
    void whateverCannotBeReadIsShownAllTheSame(String message) {
        add(ENVELOPE, message);

        var bytes = kept().get(0);
        var opened = ParsedMessage.of(bytes, raw(bytes).getBytes(ISO_8859_1));

        assertThat(opened.shown().raw()).isNotNull();
        assertThat(opened.frame()).startsWith("<!DOCTYPE html>");
        assertThat(opened.shown().attachments()).hasSizeLessThanOrEqualTo(200);
    }

    /** A picture of a megabyte that the page asks for a thousand times would be a page of a gigabyte and a third. */
    @Test
    void aMailDoesNotFillTheMemoryWithItsPictures() {
        var image = new Attachment("p.png", "image/png", true, Optional.of("p"), new byte[1 << 20]);
        var html = "<img src=\"cid:p\">".repeat(1_000);
        var message = MessageBuilder.build(
                SampleMessages.with(SampleMessages.message("Big", html), List.of(), List.of(image)));
        add(ENVELOPE, new String(message, ISO_8859_1));

        var frame = ParsedMessage.of(kept().get(0), message).frame();

        assertThat(frame).hasSizeLessThan(66 << 20).contains("<img src=\"cid:p\">");
        assertThat(frame.split("data:image/png", -1)).hasSizeBetween(40, 60);
    }

    private static String nested(int depth) {
        var message = new StringBuilder("Content-Type: multipart/mixed; boundary=b0\r\n\r\n");
        for (var level = 1; level <= depth; level++) {
            message.append("--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n".formatted(level - 1, level));
        }
        return message.toString();
    }

    private void add(String envelope, String message) {
        var ended = message.endsWith("\r\n") || message.isEmpty() ? message : message + "\r\n";
        assertThat(talk(envelope + "DATA\r\n" + stuffed(ended) + ".\r\nQUIT\r\n"))
                .contains("250 2.0.0 Caught");
    }

    /** Each step adds one with the others, then waits for them. The first steps fill the folder. */
    private static void addInStep(CaughtMessageStore messages, CyclicBarrier barrier, int steps) {
        try {
            for (var number = 0; number < KEPT; number++) {
                messages.add(new CaughtMessage.EnvelopePaths("", "b@example.org"), new byte[0]);
            }
            for (var step = 0; step < steps; step++) {
                barrier.await(60, TimeUnit.SECONDS);
                messages.add(new CaughtMessage.EnvelopePaths("", "b@example.org"), new byte[0]);
            }
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static String stuffed(String message) {
        return (message.startsWith(".") ? "." : "") + message.replace("\r\n.", "\r\n..");
    }

    /** Says all of it at once, hangs up where there is no QUIT, and answers all that was said. */
    private String talk(String bytes) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), catcher.port())) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            if (!bytes.endsWith("QUIT\r\n")) {
                socket.shutdownOutput();
            }
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<String> codes(String said) {
        return said.lines().map(line -> line.substring(0, 3)).toList();
    }

    /** As a server that starts now finds them. */
    private List<CaughtMessage> kept() {
        try {
            return CaughtMessageStore.open(folder, 1_000).newest(1_000);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String raw(CaughtMessage message) {
        try {
            return new String(
                    CaughtMessageStore.open(folder, 1_000).raw(message).orElseThrow(), ISO_8859_1);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static RelaySettings settings() {
        return new RelaySettings(
                Optional.empty(),
                587,
                Optional.empty(),
                Optional.empty(),
                RelaySettings.Tls.NONE,
                1,
                Duration.ofSeconds(5),
                true,
                false,
                1_000);
    }
}
