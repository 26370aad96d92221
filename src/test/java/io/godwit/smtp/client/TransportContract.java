package io.godwit.smtp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SampleMessages;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.Transport;
import io.godwit.smtp.message.MessageBuilder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the promises of every transport: it says where a message failed, and no failure costs a slot. */
abstract class TransportContract {

    /** The time a stage may be silent in the tests of silent servers. */
    private static final Duration SILENCE = Duration.ofMillis(400);

    /** The time a stage may be silent in all other tests, whose servers answer; a slow machine must not stand for a silent one. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final byte[] MESSAGE = MessageBuilder.build(SampleMessages.message());

    static Vertx vertx;
    SmtpSink sink;
    private Transport transport;

    /** The options of the server. */
    SinkOptions options() {
        return SinkOptions.plain();
    }

    abstract Transport transport(Vertx vertx, RelaySettings settings);

    /** A transport to this sink, directly unless a test puts something between. */
    Transport transport(Vertx vertx, SmtpSink sink, Duration silence) {
        return transport(vertx, oneSlot(sink.host(), sink.port(), silence));
    }

    /** One slot to this address, whose stages may be silent for this time. */
    static RelaySettings oneSlot(String host, int port, Duration silence) {
        return new RelaySettings(
                Optional.of(host),
                port,
                Optional.empty(),
                Optional.empty(),
                RelaySettings.Tls.NONE,
                1,
                silence,
                false,
                false,
                1000);
    }

    @BeforeAll
    static void openVertx() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void closeVertx() {
        vertx.close().await();
    }

    @BeforeEach
    void open() {
        sink = SmtpSink.start(vertx, options()).unjudged();
        transport = transport(vertx, sink, ANSWER_TIMEOUT);
    }

    private void useShortTimeout() {
        transport.close().await();
        transport = transport(vertx, sink, SILENCE);
    }

    @AfterEach
    void close() throws Exception {
        transport.close().await(60, TimeUnit.SECONDS);
        sink.close();
    }

    @Test
    void aMessageArrivesUnchangedAndTheReplyIsTold() throws Exception {
        var reply = send("ada@example.test");

        assertThat(reply.code()).isEqualTo(250);
        assertThat(reply.enhanced()).contains("2.0.0");
        assertThat(reply.text()).contains("Taken");
        assertThat(sink.next().bytes()).isEqualTo(MESSAGE);
        assertThat(sink.messages().get(0).mailFrom()).isEqualTo("bounce@example.test");
    }

    @Test
    void linesThatStartWithADotArriveAsTheyWere() throws Exception {
        var message =
                "Subject: x\r\n\r\n.\r\n..\r\n.a\r\n\r\n.b\r\n.".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

        transport.send(SampleMessages.envelope("ada@example.test"), message).await(60, TimeUnit.SECONDS);

        assertThat(sink.next().text()).isEqualTo("Subject: x\r\n\r\n.\r\n..\r\n.a\r\n\r\n.b\r\n.\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "GREETING,421,CONNECT",
        "GREETING,554,CONNECT",
        "MAIL,421,MAIL",
        "MAIL,450,MAIL",
        "MAIL,451,MAIL",
        "MAIL,452,MAIL",
        "MAIL,550,MAIL",
        "RCPT,421,RCPT",
        "RCPT,450,RCPT",
        "RCPT,451,RCPT",
        "RCPT,452,RCPT",
        "RCPT,550,RCPT",
        "RCPT,553,RCPT",
        "DATA,421,DATA",
        "DATA,450,DATA",
        "DATA,451,DATA",
        "DATA,452,DATA",
        "DATA,503,DATA",
        "DATA,554,DATA",
        "DOT,421,DOT",
        "DOT,450,DOT",
        "DOT,451,DOT",
        "DOT,452,DOT",
        "DOT,552,DOT",
        "DOT,554,DOT"
    })
    void aRefusalTellsItsStageAndReplyAndTheNextMessagePasses(SinkPoint point, int code, SmtpStage stage)
            throws Exception {
        var enhanced = code / 100 + ".7.11";
        sink.rule(point, 1, new SinkBehaviour.Reply(code + " " + enhanced + " No thanks"));

        var failure = failure("ada@example.test");

        assertThat(failure.stage()).isEqualTo(stage);
        assertThat(failure.reply()).hasValueSatisfying(reply -> {
            assertThat(reply.code()).isEqualTo(code);
            assertThat(reply.enhanced()).contains(enhanced);
            assertThat(reply.text()).isEqualTo(enhanced + " No thanks");
        });
        assertThat(send("next@example.test").code()).isEqualTo(250);
        assertThat(sink.messages()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"GREETING", "EHLO", "MAIL", "RCPT", "DATA", "DOT"})
    void aConnectionThatClosesFailsWithoutAReplyAndTheNextMessagePasses(SinkPoint point) throws Exception {
        sink.rule(point, 1, new SinkBehaviour.Close());

        var failure = failure("ada@example.test");

        assertThat(failure.reply()).isEmpty();
        assertThat(failure.stage()).isEqualTo(stageOf(point));
        assertThat(send("next@example.test").code()).isEqualTo(250);
    }

    @ParameterizedTest
    @EnumSource(names = {"GREETING", "EHLO", "MAIL", "RCPT", "DATA", "DOT"})
    void aSilentServerIsGivenUpAndItsConnectionDropped(SinkPoint point) {
        useShortTimeout();
        sink.rule(point, 1, new SinkBehaviour.Silence());

        var failure = failure("ada@example.test");

        assertThat(failure.reply()).isEmpty();
        assertThat(failure.stage()).isEqualTo(stageOf(point));
        awaitNext();
    }

    /** The only slot is free and its connection gone. On a slow machine the first of the next messages may be given up, too. */
    private void awaitNext() {
        Awaitility.await()
                .atMost(TIMEOUT)
                .ignoreExceptions()
                .until(() -> send("next@example.test").code() == 250);
        Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> assertThat(sink.openConnections())
                .isLessThanOrEqualTo(1));
    }

    @ParameterizedTest
    @EnumSource(names = {"GREETING", "EHLO", "MAIL", "RCPT", "DATA", "DOT"})
    void aServerThatDripsIsGivenUpToo(SinkPoint point) {
        useShortTimeout();
        sink.rule(point, 1, new SinkBehaviour.Drip(Duration.ofMillis(200)));

        var failure = failure("ada@example.test");

        assertThat(failure.reply()).isEmpty();
        awaitNext();
    }

    @ParameterizedTest
    @ValueSource(strings = {"what?", "999 what", "354 Go on", "", "250x", "\u00e4\u00ff\u0080"})
    void nonsenseInPlaceOfAReplyIsNoAcceptance(String nonsense) {
        useShortTimeout();
        sink.rule(SinkPoint.DOT, 1, new SinkBehaviour.Reply(nonsense));

        var failure = failure("ada@example.test");

        assertThat(failure.stage()).isEqualTo(SmtpStage.UNKNOWN);
        assertThat(failure.reply()).isEmpty();
        awaitNext();
    }

    @Test
    void aReplyOfManyLinesIsReadAsOneAndCut() throws Exception {
        sink.rule(
                SinkPoint.RCPT,
                1,
                new SinkBehaviour.Reply("550-5.1.1 No\r\n550-5.1.1 such\t" + "x".repeat(2_000) + "\r\n550 5.1.1 one"));

        var reply = failure("ada@example.test").reply().orElseThrow();

        assertThat(reply.enhanced()).contains("5.1.1");
        assertThat(reply.text()).startsWith("5.1.1 No such x").hasSize(1_000);
    }

    @Test
    void aSlowFinalDotIsWaitedForAndSentOnce() throws Exception {
        useShortTimeout();
        var reply = send("slowdot-" + SILENCE.toMillis() * 3 / 2 + "ms@example.test");

        assertThat(reply.code()).isEqualTo(250);
        assertThat(sink.everything()).hasSize(1);
    }

    @Test
    void aRecipientRefusedWhileDataWouldBeTakenCostsNoSlot() throws Exception {
        for (var i = 0; i < 20; i++) {
            assertThat(failure("fail-rcpt-550+" + i + "@example.test").stage()).isEqualTo(SmtpStage.RCPT);
        }

        assertThat(send("next@example.test").code()).isEqualTo(250);
        assertThat(sink.connections()).isEqualTo(1);
    }

    @Test
    void oneConnectionCarriesManyMessages() throws Exception {
        for (var i = 0; i < 50; i++) {
            send("ada" + i + "@example.test");
        }

        assertThat(sink.accepted()).isEqualTo(50);
        assertThat(sink.connections()).isEqualTo(1);
    }

    @Test
    void aConnectionTheServerClosedWhileIdleIsReplacedUnnoticed() throws Exception {
        send("ada@example.test");
        sink.hangUp();

        assertThat(send("bob@example.test").code()).isEqualTo(250);
    }

    @Test
    void messagesBeyondTheSlotsWait() throws Exception {
        var sent = IntStream.range(0, 10)
                .mapToObj(i -> transport.send(SampleMessages.envelope("ada" + i + "@example.test"), MESSAGE))
                .toList();

        Future.all(sent).await(60, TimeUnit.SECONDS);

        assertThat(sink.accepted()).isEqualTo(10);
        assertThat(sink.mostConnections()).isEqualTo(1);
    }

    @Test
    void theQueueHasABound() throws Exception {
        var gate = sink.hold(SinkPoint.MAIL);
        var sent = IntStream.range(0, 200)
                .mapToObj(i -> transport.send(SampleMessages.envelope("ada" + i + "@example.test"), MESSAGE))
                .toList();
        gate.awaitReached(TIMEOUT);

        gate.open();

        Future.join(sent).otherwiseEmpty().await(60, TimeUnit.SECONDS);
        var refused = sent.stream().filter(Future::failed).count();
        assertThat(refused).isGreaterThan(100).isLessThan(200);
        assertThat(sink.accepted()).isEqualTo(200 - refused);
    }

    @Test
    void anEnvelopeThatCannotBeWrittenFailsBeforeItTakesASlot() throws Exception {
        var evil = SampleMessages.envelope("a@b.test>\r\nRCPT TO:<eve@evil.test");

        assertThat(transport.send(evil, MESSAGE).otherwiseEmpty().await(60, TimeUnit.SECONDS))
                .isNull();
        assertThat(send("next@example.test").code()).isEqualTo(250);
        assertThat(sink.messages()).hasSize(1);
    }

    private static SmtpStage stageOf(SinkPoint point) {
        return switch (point) {
            case MAIL -> SmtpStage.MAIL;
            case RCPT -> SmtpStage.RCPT;
            case DATA -> SmtpStage.DATA;
            case DOT -> SmtpStage.UNKNOWN;
            default -> SmtpStage.CONNECT;
        };
    }

    private SmtpReply send(String recipient) throws Exception {
        return transport.send(SampleMessages.envelope(recipient), MESSAGE).await(60, TimeUnit.SECONDS);
    }

    private SmtpException failure(String recipient) {
        return catchThrowableOfType(SmtpException.class, () -> send(recipient));
    }
}
