package io.godwit.smtp.client;

import com.sun.management.OperatingSystemMXBean;
import io.godwit.core.EmailAddress;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.Transport;
import io.godwit.smtp.message.DkimKey;
import io.godwit.smtp.message.DkimSigner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.ext.mail.MailConfig;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Sends one finished message over and over with one of the transports to the relay, in a process of its own: no database, no
 * composing, and a signature only where it is asked for. Reads how many, and writes messages a second, microseconds of CPU a message, MB
 * of heap and the share of the CPU time that event loops took.
 */
public final class SessionLoad {

    private static final Envelope ENVELOPE =
            new Envelope(new EmailAddress("bounce@example.test"), new EmailAddress("ada@bench.example.com"));

    private SessionLoad() {}

    /**
     * Transport, port, connections, octets of the message, and {@code signed} where each is signed with RSA-2048 on a worker thread, or
     * {@code starttls} where the sessions are encrypted.
     */
    public static void main(String[] args) throws Exception {
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        var connections = Integer.parseInt(args[2]);
        var option = args.length > 4 ? args[4] : "";
        var tls = option.equals("starttls") ? RelaySettings.Tls.OPPORTUNISTIC : RelaySettings.Tls.NONE;
        var transport = transport(vertx, args[0], settings(Integer.parseInt(args[1]), connections, tls));
        var text = message(Integer.parseInt(args[3]));
        var message = option.equals("signed")
                ? signed(vertx, text)
                : (Supplier<Future<byte[]>>) () -> Future.succeededFuture(text);
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(measured(vertx, transport, message, Integer.parseInt(line), 2 * connections));
        }
        transport.close().await();
        vertx.close().await();
    }

    private static Supplier<Future<byte[]>> signed(Vertx vertx, byte[] text) throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2_048);
        var key = new DkimKey(
                "example.test", "godwit", generator.generateKeyPair().getPrivate());
        var dkim = new DkimSigner();
        return () -> vertx.executeBlocking(() -> dkim.sign(key, text), false);
    }

    private static Transport transport(Vertx vertx, String name, RelaySettings settings) {
        return switch (name) {
            case "native" -> new NativeRelayTransport(vertx, settings);
            case "vertx" -> new VertxRelayTransport(vertx, settings);
            default -> new VertxRelayTransport(vertx, settings, () -> withoutQuickAcks(settings));
        };
    }

    private static MailConfig withoutQuickAcks(RelaySettings settings) {
        var config = VertxRelayTransport.config(settings);
        config.setTcpQuickAck(false);
        return config;
    }

    private static RelaySettings settings(int port, int connections, RelaySettings.Tls tls) {
        return new RelaySettings(
                Optional.of("127.0.0.1"),
                port,
                Optional.empty(),
                Optional.empty(),
                tls,
                connections,
                Duration.ofMinutes(1),
                false,
                false,
                1);
    }

    private static byte[] message(int octets) {
        var head = "From: shop@example.test\r\nTo: ada@bench.example.com\r\nSubject: Your order\r\n\r\n";
        var line = "A sentence of plain words that says little, 76 octets with its line end..\r\n";
        return (head + line.repeat(Math.max(1, (octets - head.length()) / line.length())))
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String measured(
            Vertx vertx, Transport transport, Supplier<Future<byte[]>> message, int count, int inFlight) {
        var machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        var cpu = machine.getProcessCpuTime();
        var loops = eventLoopNanos();
        var start = System.nanoTime();
        var context = vertx.getOrCreateContext();
        Future.all(IntStream.range(0, inFlight)
                        .mapToObj(lane -> Future.<Void>future(promise -> context.runOnContext(ignored ->
                                series(transport, message, count / inFlight).onComplete(promise))))
                        .toList())
                .await();
        var sent = count / inFlight * inFlight;
        var rate = sent / ((System.nanoTime() - start) / 1e9);
        var used = machine.getProcessCpuTime() - cpu;
        var share = (double) (eventLoopNanos() - loops) / used;
        System.gc();
        var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
        return String.format(Locale.ROOT, "%.1f %.1f %.1f %.3f", rate, used / 1e3 / sent, heap, share);
    }

    private static long eventLoopNanos() {
        var threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("vert.x-eventloop"))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                .sum();
    }

    private static Future<Void> series(Transport transport, Supplier<Future<byte[]>> message, int left) {
        return left == 0
                ? Future.succeededFuture()
                : message.get()
                        .compose(octets -> transport.send(ENVELOPE, octets))
                        .compose(ignored -> series(transport, message, left - 1));
    }
}
