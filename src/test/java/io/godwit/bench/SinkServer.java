package io.godwit.bench;

import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A mail server that takes everything and counts: says its port, then for every line read how many messages it took. */
final class SinkServer {

    private SinkServer() {}

    public static void main(String[] args) throws Exception {
        var vertx = Vertx.vertx();
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var sink = SmtpSink.start(vertx, SinkOptions.plain().counting())) {
            System.out.println(sink.port());
            while (input.readLine() != null) {
                System.out.println(sink.accepted());
            }
        }
        vertx.close().await();
    }
}
