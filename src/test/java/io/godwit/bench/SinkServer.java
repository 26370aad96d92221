package io.godwit.bench;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A mail server that takes everything and counts: says its port, then for every line read how many messages it took. */
final class SinkServer {

    private SinkServer() {}

    /** Optionally the milliseconds in each direction and those at the final dot. */
    public static void main(String[] args) throws Exception {
        var vertx = Vertx.vertx();
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var sink = SmtpSink.start(vertx, SinkOptions.plain().counting())) {
            if (args.length > 0) {
                sink.rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(Long.parseLong(args[1]))));
            }
            System.out.println(
                    args.length > 0 ? DistantLink.open(vertx, sink.port(), Long.parseLong(args[0])) : sink.port());
            while (input.readLine() != null) {
                System.out.println(sink.accepted());
            }
        }
        vertx.close().await();
    }
}
