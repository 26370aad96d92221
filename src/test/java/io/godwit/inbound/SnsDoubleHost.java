package io.godwit.inbound;

import io.godwit.kit.net.TestCertificate;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** An {@link SnsDouble} a jar can ask: its host on a socket, behind a proxy that leads nowhere else. */
public final class SnsDoubleHost implements AutoCloseable {

    public static final String TOPIC = SnsDouble.TOPIC;

    private final Vertx vertx = Vertx.vertx();
    private final SnsDouble amazon = new SnsDouble();
    private final Path folder = temporary();
    private final TestCertificate certificate =
            TestCertificate.make(folder, "dns:" + SnsDouble.HOST.replace("https://", ""));
    private final HttpServer host;
    private final NetServer proxy;

    private SnsDoubleHost() {
        host = vertx.createHttpServer(
                        new HttpServerOptions().setSsl(true).setKeyCertOptions(certificate.serverOptions()))
                .requestHandler(request ->
                        request.response().end(Buffer.buffer(amazon.pem().getBytes(StandardCharsets.US_ASCII))))
                .listen(0, "127.0.0.1")
                .await();
        proxy = vertx.createNetServer()
                .connectHandler(this::lead)
                .listen(0, "127.0.0.1")
                .await();
    }

    public static SnsDoubleHost start() {
        return new SnsDoubleHost();
    }

    /** Of a JVM that asks this host in place of the true one. */
    public String options() {
        return "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=" + proxy.actualPort() + " -Djavax.net.ssl.trustStore="
                + certificate.store() + " -Djavax.net.ssl.trustStorePassword=changeit";
    }

    /** The body SNS posts when this was published. */
    public JsonObject signed(JsonObject message) {
        return amazon.signed(amazon.notification(message.encode()));
    }

    /** Connects to the host, whatever is asked for (RFC 9110 §9.3.6). */
    private void lead(NetSocket caller) {
        caller.handler(connect -> {
            caller.pause();
            vertx.createNetClient().connect(host.actualPort(), "127.0.0.1").onSuccess(peer -> {
                caller.write("HTTP/1.1 200 OK\r\n\r\n");
                caller.handler(peer::write);
                peer.handler(caller::write);
                caller.closeHandler(ignored -> peer.close());
                peer.closeHandler(ignored -> caller.close());
                caller.resume();
            });
        });
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("godwit-amazon-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        vertx.fileSystem().deleteRecursive(folder.toString()).await();
        vertx.close().await();
    }
}
