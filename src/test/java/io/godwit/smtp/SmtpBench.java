package io.godwit.smtp;

import com.sun.management.OperatingSystemMXBean;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.client.RelayTransport;
import io.godwit.smtp.html.PlainTextWriter;
import io.godwit.smtp.message.DkimKey;
import io.godwit.smtp.message.DkimSigner;
import io.godwit.smtp.message.MessageBuilder;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.StartTLSOptions;
import java.lang.management.ManagementFactory;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures building, signing and sending one mail of 10 KB; prints medians. Run with {@code -Pbench
 * -Dtest=SmtpBench}.
 */
@Tag("bench")
class SmtpBench {

    private static final int CONNECTIONS = 16;
    private static final int MAILS = 6_000;
    private static final int ROUNDS = 60;
    private static final int PER_ROUND = 50;
    private static final String HTML = html();

    private static Vertx vertx;
    private static DkimKey key;

    @BeforeAll
    static void open() throws Exception {
        vertx = Vertx.vertx();
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        key = new DkimKey("example.test", "godwit1", generator.generateKeyPair().getPrivate());
    }

    @AfterAll
    static void close() {
        vertx.close().await();
    }

    private static String html() {
        var row =
                "<tr><td style=\"padding: 8px 16px; font-size: 14px\"><a href=\"https://example.test/p?id=7&amp;x=1\">"
                        + "Grüße aus der Küche</a> and a sentence of plain words that says little.</td></tr>\n";
        return "<!DOCTYPE html><html><head><style>td { color: #333 }</style></head><body><table>"
                + row.repeat(10_000 / row.length()) + "</table></body></html>";
    }

    @Test
    void buildAndSign() {
        var message = SampleMessages.message("Grüße \uD83D\uDE00", HTML);
        var built = MessageBuilder.build(message);
        System.out.printf("message: %d octets of HTML, %d built%n", HTML.length(), built.length);
        micros("build", () -> MessageBuilder.build(message));
        micros("plain text alone", () -> PlainTextWriter.convert(HTML));
        var jdk = new DkimSigner(Optional.empty());
        micros("sign, JDK", () -> jdk.sign(key, built));
        var amazon = new DkimSigner();
        micros("sign, " + amazon.providerName(), () -> amazon.sign(key, built));
    }

    /** CPU time of this thread, so that others on the machine do not count. */
    private static void micros(String what, Supplier<Object> work) {
        var threads = ManagementFactory.getThreadMXBean();
        var times = new long[ROUNDS];
        var seen = 0;
        for (var round = -ROUNDS; round < ROUNDS; round++) {
            var start = threads.getCurrentThreadCpuTime();
            for (var i = 0; i < PER_ROUND; i++) {
                seen += work.get() == null ? 0 : 1;
            }
            if (round >= 0) {
                times[round] = threads.getCurrentThreadCpuTime() - start;
            }
        }
        Arrays.sort(times);
        System.out.printf("%-28s %6.1f µs CPU (median of %d)%n", what, times[ROUNDS / 2] / 1e3 / PER_ROUND, seen);
    }

    @Test
    void send() {
        var dkim = new DkimSigner();
        var built = MessageBuilder.build(SampleMessages.message("Grüße \uD83D\uDE00", HTML));
        var worker = vertx.createSharedWorkerExecutor("sign", 2);
        for (var run = 0; run < 3; run++) {
            rate("bare mail client", bareClient(built));
            rate("transport, same bytes", transport(() -> Future.succeededFuture(built)));
            rate(
                    "transport, built each",
                    transport(
                            () -> Future.succeededFuture(MessageBuilder.build(SampleMessages.message("Grüße", HTML)))));
            rate(
                    "transport, built and signed",
                    transport(() -> worker.executeBlocking(
                            () -> dkim.sign(key, MessageBuilder.build(SampleMessages.message("Grüße", HTML))), false)));
        }
        worker.close().await();
    }

    private static void rate(String what, Rate rate) {
        System.out.printf(
                "%-28s %7.0f mails/s, %5.0f µs CPU each, sink included%n", what, rate.perSecond(), rate.micros());
    }

    private record Rate(double perSecond, double micros) {}

    private static Rate transport(Supplier<Future<byte[]>> message) {
        try (var sink = SmtpSink.start(vertx, SinkOptions.plain().counting())) {
            var transport = RelayTransport.create(vertx, SampleMessages.settings(sink, CONNECTIONS));
            var rate = perSecond(() -> message.get()
                    .compose(bytes -> transport.send(SampleMessages.envelope("ada@example.test"), bytes))
                    .mapEmpty());
            transport.close().await();
            return rate;
        }
    }

    private static Rate bareClient(byte[] message) {
        try (var sink = SmtpSink.start(vertx, SinkOptions.plain().counting())) {
            var client = MailClient.create(
                    vertx,
                    new MailConfig("127.0.0.1", sink.port())
                            .setStarttls(StartTLSOptions.DISABLED)
                            .setMaxPoolSize(CONNECTIONS)
                            .setPipelining(false));
            var text = new String(message, java.nio.charset.StandardCharsets.US_ASCII);
            var end = text.indexOf("\r\n\r\n");
            var headers = MultiMap.caseInsensitiveMultiMap();
            for (var line : text.substring(0, end)
                    .replace("\r\n\t", " ")
                    .replace("\r\n ", " ")
                    .split("\r\n", -1)) {
                headers.add(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 2));
            }
            var body = text.substring(end + 4).replace("\r\n", "\n");
            var rate = perSecond(() -> client.sendMail(new MailMessage()
                            .setFixedHeaders(true)
                            .setHeaders(headers)
                            .setText(body)
                            .setBounceAddress("bounce@example.test")
                            .setTo("ada@example.test"))
                    .mapEmpty());
            client.close().await();
            return rate;
        }
    }

    /** Keeps twice as many mails under way as there are connections, all from one event loop, as the pipeline does. */
    private static Rate perSecond(Supplier<Future<Void>> send) {
        run(500, send);
        var machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        var cpu = machine.getProcessCpuTime();
        var start = System.nanoTime();
        run(MAILS, send);
        var seconds = (System.nanoTime() - start) / 1e9;
        return new Rate(MAILS / seconds, (machine.getProcessCpuTime() - cpu) / 1e3 / MAILS);
    }

    private static void run(int mails, Supplier<Future<Void>> send) {
        var left = new AtomicInteger(mails);
        var lanes = java.util.stream.IntStream.range(0, 2 * CONNECTIONS)
                .mapToObj(lane -> Future.<Void>future(promise ->
                        vertx.runOnContext(ignored -> lane(left, send).onComplete(promise))))
                .toList();
        Future.all(lanes).await();
    }

    private static Future<Void> lane(AtomicInteger left, Supplier<Future<Void>> send) {
        return left.getAndDecrement() <= 0
                ? Future.succeededFuture()
                : send.get().compose(ignored -> lane(left, send));
    }
}
