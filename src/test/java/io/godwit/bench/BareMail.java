package io.godwit.bench;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.LoginOption;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.StartTLSOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The mail client by itself: sends one finished message over and over with the options {@code VertxRelayTransport} uses. Reads how many,
 * says how many a second. No database, no queue, no signature: what our pipeline is compared with.
 */
final class BareMail {

    private final MailClient client;
    private final MailMessage message;

    private BareMail(MailClient client, MailMessage message) {
        this.client = client;
        this.message = message;
    }

    /** Port, connections, and a file with the message. */
    public static void main(String[] args) throws Exception {
        var vertx = Vertx.vertx();
        var connections = Integer.parseInt(args[1]);
        var client = MailClient.create(vertx, config(Integer.parseInt(args[0]), connections));
        var bare = new BareMail(client, message(Files.readString(Path.of(args[2]), StandardCharsets.US_ASCII)));
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(bare.rate(Integer.parseInt(line), connections));
        }
        vertx.close().await();
    }

    /** The options of {@code smtp.client.VertxRelayTransport}. */
    private static MailConfig config(int port, int connections) {
        return new MailConfig()
                .setHostname("127.0.0.1")
                .setPort(port)
                .setMaxPoolSize(connections)
                .setPipelining(false)
                .setKeepAlive(true)
                .setMaxMailsPerConnection(100)
                .setLogin(LoginOption.DISABLED)
                .setStarttls(StartTLSOptions.DISABLED);
    }

    /** The client writes given headers and a body with LF as they are. */
    private static MailMessage message(String raw) {
        var parts = List.of(raw.replace("\r\n", "\n").split("\n\n", 2));
        var headers = MultiMap.caseInsensitiveMultiMap();
        for (var header : parts.get(0).replaceAll("\n[ \t]+", " ").split("\n", -1)) {
            var colon = header.indexOf(':');
            headers.add(header.substring(0, colon), header.substring(colon + 1).strip());
        }
        return new MailMessage()
                .setFixedHeaders(true)
                .setHeaders(headers)
                .setText(parts.get(1))
                .setFrom("shop@example.test")
                .setBounceAddress("bounce@example.test")
                .setTo("ada@bench.example.com");
    }

    private double rate(int count, int connections) {
        var start = System.nanoTime();
        Future.join(IntStream.range(0, connections)
                        .mapToObj(ignored -> series(count / connections))
                        .toList())
                .await();
        return count / ((System.nanoTime() - start) / 1e9);
    }

    private Future<Void> series(int left) {
        return left == 0 ? Future.succeededFuture() : client.sendMail(message).compose(ignored -> series(left - 1));
    }
}
