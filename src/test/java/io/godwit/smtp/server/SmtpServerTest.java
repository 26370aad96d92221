package io.godwit.smtp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.TestCertificate;
import io.godwit.kit.smtp.SmtpCaller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The SMTP server as mail servers, and those who only look like one, see it. */
@CloseFields
class SmtpServerTest {

    private static final int LARGEST = 64 << 10;

    private final Vertx vertx = Vertx.vertx();
    private final HereOnlyHandler hall = new HereOnlyHandler();
    private SmtpServer server =
            SmtpServer.open(vertx, settings(Optional.empty(), 60), hall).await();

    /** Takes what is for {@code here.test}, and nothing for {@code later}. */
    private static final class HereOnlyHandler implements SmtpHandler {

        private final List<ReceivedMessage> taken = new CopyOnWriteArrayList<>();
        private volatile boolean broken;

        @Override
        public Future<Optional<String>> refusal(SmtpPeer peer, String from, String recipient) {
            if (recipient.startsWith("later@")) {
                return Future.failedFuture("The list of addresses is away");
            }
            return Future.succeededFuture(
                    recipient.endsWith("@here.test") ? Optional.empty() : Optional.of("550 5.1.1 Unknown"));
        }

        @Override
        public Future<String> receive(ReceivedMessage message) {
            if (broken) {
                return Future.failedFuture("There is no room");
            }
            taken.add(message);
            return Future.succeededFuture("250 2.0.0 Kept");
        }
    }

    @Test
    void aMessageIsHandedOnWithItsEnvelope() {
        var reply = deliver("a@here.test", "Subject: x\r\n\r\n.dots\r\n");

        assertThat(reply).isEqualTo("250 2.0.0 Kept");
        assertThat(hall.taken).singleElement().satisfies(message -> {
            assertThat(message.from()).isEqualTo("from@there.test");
            assertThat(message.recipients()).containsExactly("a@here.test");
            assertThat(message.peer()).isEqualTo(new SmtpHandler.SmtpPeer("127.0.0.1", "mx.example.com", false));
            assertThat(new String(message.message(), StandardCharsets.ISO_8859_1))
                    .isEqualTo("Subject: x\r\n\r\n.dots\r\n");
        });
    }

    @Test
    void whatIsNotForUsIsRefusedBeforeItIsSent() {
        assertThat(deliver("a@elsewhere.test", "x")).startsWith("550 5.1.1");
        assertThat(deliver("later@here.test", "x")).startsWith("451 ");
    }

    @Test
    void aMessageThatCannotBeKeptIsTheClientsToRepeat() {
        hall.broken = true;

        var reply = deliver("a@here.test", "x");

        assertThat(reply).startsWith("451 ");
        hall.broken = false;
        assertThat(deliver("a@here.test", "x")).startsWith("250 ");
    }

    @Test
    void aMessageThatIsTooLargeIsRefusedAndTheConnectionGoesOn() {
        try (var caller = greeted()) {
            var declared = caller.say("MAIL FROM:<a@there.test> SIZE=" + (LARGEST + 1));
            caller.say("MAIL FROM:<a@there.test>");
            caller.say("RCPT TO:<a@here.test>");
            caller.say("DATA");
            var sent = caller.data("x".repeat(2 * LARGEST));
            caller.say("MAIL FROM:<a@there.test>");
            caller.say("RCPT TO:<a@here.test>");
            caller.say("DATA");
            var next = caller.data("small");

            assertThat(declared).startsWith("552 5.3.4");
            assertThat(sent).startsWith("552 5.3.4");
            assertThat(next).startsWith("250 ");
        }
        assertThat(hall.taken).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "BODY=8BITMIME SIZE=100, 250",
        "size=100 body=7bit, 250",
        "BODY=BINARYMIME, 555 5.5.4",
        "BODY=8BITMIME smtputf8, 250",
        "SMTPUTF8=1, 555 5.5.4",
        "BODY=8BITMIME AUTH=<>, 555 5.5.4",
    })
    void onlyParametersOfWhatIsOfferedAreTaken(String parameters, String reply) {
        try (var caller = greeted()) {
            assertThat(caller.say("MAIL FROM:<a@there.test> " + parameters)).startsWith(reply);
        }
    }

    @Test
    void noSecondMessageIsSmuggledIntoTheFirst() {
        var inner = "MAIL FROM:<evil@there.test>\r\nRCPT TO:<b@here.test>\r\nDATA\r\nevil";
        for (var end : List.of("\n.\n", "\r\n.\n", "\n.\r\n", "\r.\r", "\r\n.\r", "\r\n\u0000.\r\n")) {
            deliver("a@here.test", "first" + end + inner);
        }

        assertThat(hall.taken).hasSize(6).allSatisfy(message -> {
            assertThat(message.recipients()).containsExactly("a@here.test");
            assertThat(message.from()).isEqualTo("from@there.test");
        });
    }

    @Test
    void connectionsCommandsAndMistakesAreBounded() {
        try (var one = greeted();
                var two = greeted();
                var third = new SmtpCaller(server.port())) {
            var refused = third.reply();
            var last = "";
            for (var number = 0; number < 40 && !last.startsWith("421"); number++) {
                last = one.say("NOOP");
            }
            var mistaken = "";
            for (var number = 0; number < 30 && !mistaken.startsWith("421"); number++) {
                mistaken = two.say("NONSENSE");
            }

            assertThat(refused).startsWith("421 4.3.2");
            assertThat(last).startsWith("421 4.7.0");
            assertThat(mistaken).startsWith("421 4.7.0");
        }
    }

    @Test
    void anEndlessCommandAndASilentClientAreCutOff() {
        server.close().await();
        server = SmtpServer.open(vertx, settings(Optional.empty(), 2), hall).await();
        try (var endless = greeted();
                var silent = greeted()) {
            endless.write("MAIL FROM:<" + "a".repeat(10_000));

            assertThat(endless.reply()).startsWith("500 5.5.6");
            assertThat(silent.reply()).startsWith("421 4.4.2");
            assertThat(silent.reply()).isEmpty();
        }
    }

    @Test
    void recipientsAreCounted() {
        try (var caller = greeted()) {
            caller.say("MAIL FROM:<>");
            var replies = new CopyOnWriteArrayList<String>();
            for (var number = 0; number < 6; number++) {
                replies.add(caller.say("RCPT TO:<r" + number + "@here.test>").substring(0, 3));
            }

            assertThat(replies).containsExactly("250", "250", "250", "250", "250", "452");
        }
    }

    @Test
    void withACertificateTheConnectionIsEncryptedAndForgetsWhatWasSaidBefore(@TempDir Path folder) {
        server.close().await();
        server = SmtpServer.open(
                        vertx, settings(Optional.of(TestCertificate.make(folder).serverOptions()), 30), hall)
                .await();
        try (var caller = greeted()) {
            caller.say("MAIL FROM:<plain@there.test>");
            caller.write("STARTTLS\r\nRCPT TO:<injected@here.test>\r\n");
            var ready = caller.reply();
            caller.encrypt();
            var forgotten = caller.say("RCPT TO:<a@here.test>");
            var offered = caller.say("EHLO again.test");
            caller.say("MAIL FROM:<a@there.test>");
            caller.say("RCPT TO:<a@here.test>");
            caller.say("DATA");

            assertThat(ready).startsWith("220 2.0.0");
            assertThat(forgotten).startsWith("503 ");
            assertThat(offered).doesNotContain("STARTTLS");
            assertThat(caller.data("secret")).startsWith("250 ");
        }
        assertThat(hall.taken).singleElement().satisfies(message -> assertThat(message.peer())
                .isEqualTo(new SmtpHandler.SmtpPeer("127.0.0.1", "again.test", true)));
    }

    @Test
    void aRenewedCertificateIsUsedWithoutARestart(@TempDir Path folder) throws Exception {
        var chain = folder.resolve("chain.pem");
        var key = folder.resolve("key.pem");
        var first = TestCertificate.make(Files.createDirectory(folder.resolve("first")));
        var second = TestCertificate.make(Files.createDirectory(folder.resolve("second")));
        write(first, chain, key);
        var options = new PemKeyCertOptions().setCertPath(chain.toString()).setKeyPath(key.toString());
        server.close().await();
        server =
                SmtpServer.open(vertx, settings(Optional.of(options), 30), hall).await();
        var before = certificate();

        write(second, chain, key);

        assertThat(before).isEqualTo(first.certificatePem());
        await().atMost(Duration.ofSeconds(60)).until(this::certificate, second.certificatePem()::equals);
    }

    private static void write(TestCertificate certificate, Path chain, Path key) throws IOException {
        Files.writeString(key, certificate.keyPem());
        Files.writeString(chain, certificate.certificatePem());
    }

    /** The certificate of a new connection after STARTTLS. */
    private String certificate() {
        try (var caller = greeted()) {
            assertThat(caller.say("STARTTLS")).startsWith("220 ");
            return caller.encrypt();
        }
    }

    @Test
    void aServerThatStopsSaysSoToThoseWhoAreConnected() {
        try (var caller = greeted()) {
            var closed = server.close();

            assertThat(caller.reply()).startsWith("421 4.3.2");
            assertThat(caller.reply()).isEmpty();
            closed.await();
        }
    }

    @Test
    void commandsOutOfPlaceAreRefused() {
        try (var caller = new SmtpCaller(server.port())) {
            caller.reply();

            assertThat(caller.say("MAIL FROM:<a@there.test>")).startsWith("503 5.5.1 EHLO first");
            assertThat(caller.say("HELO mx.example.com")).startsWith("250 ");
            assertThat(caller.say("AUTH PLAIN")).startsWith("502 5.5.1");
            assertThat(caller.say("STARTTLS")).startsWith("502 5.5.1");
            assertThat(caller.say("NOOP")).startsWith("250 2.0.0");
            assertThat(caller.say("HELP")).startsWith("214 2.0.0");
            assertThat(caller.say("MAIL FROM:<a@there.test>")).startsWith("250 ");
            assertThat(caller.say("RCPT TO:<a@here.test> NOTIFY=NEVER")).startsWith("555 5.5.4");
            assertThat(caller.say("DATA now")).startsWith("501 5.5.4");
        }
    }

    private SmtpCaller greeted() {
        var caller = new SmtpCaller(server.port());
        assertThat(caller.reply()).startsWith("220 ");
        assertThat(caller.say("EHLO mx.example.com")).contains("SIZE " + LARGEST);
        return caller;
    }

    private String deliver(String to, String message) {
        return SmtpCaller.deliver(server.port(), "from@there.test", to, message);
    }

    private static SmtpServerSettings settings(Optional<KeyCertOptions> certificate, int silence) {
        return new SmtpServerSettings(
                "127.0.0.1",
                0,
                "here.test Godwit",
                LARGEST,
                1 << 20,
                10,
                2,
                5,
                30,
                Duration.ofSeconds(silence),
                certificate);
    }
}
