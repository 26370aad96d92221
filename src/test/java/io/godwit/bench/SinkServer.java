package io.godwit.bench;

import io.godwit.kit.TestDirectories;
import io.godwit.kit.net.TestCertificate;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;

/** A mail server that takes everything and counts: says its port, then for every line read how many messages it took. */
final class SinkServer {

    private SinkServer() {}

    /** Optionally the milliseconds in each direction and those at the final dot; or {@code starttls} to offer it. */
    public static void main(String[] args) throws Exception {
        var vertx = Vertx.vertx();
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var isFar = args.length > 1;
        try (var sink = SmtpSink.start(
                vertx, args.length == 1 ? encrypting() : SinkOptions.plain().counting())) {
            if (isFar) {
                sink.rule(SinkPoint.DOT, new SinkBehaviour.Late(Duration.ofMillis(Long.parseLong(args[1]))));
            }
            System.out.println(isFar ? DistantLink.open(vertx, sink.port(), Long.parseLong(args[0])) : sink.port());
            while (input.readLine() != null) {
                System.out.println(sink.accepted());
            }
        }
        vertx.close().await();
    }

    private static SinkOptions encrypting() throws IOException {
        var folder = Files.createTempDirectory("godwit-sink-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> TestDirectories.delete(folder)));
        return SinkOptions.plain().startTls(TestCertificate.make(folder)).counting();
    }
}
