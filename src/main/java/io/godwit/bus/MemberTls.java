package io.godwit.bus;

import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.nio.MemberSocketInterceptor;
import java.io.IOException;
import java.net.Socket;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.WeakHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * Encrypts the connections between members by TLS 1.3, in which both ends present the installation's certificate before Hazelcast
 * reads a byte. The handshake is done while the connection still blocks, as the socket interceptor of Hazelcast; its channel then
 * begins and ends with {@link TlsDecoder} and {@link TlsEncoder}. A connection without a handshake gets no channel.
 */
final class MemberTls implements MemberSocketInterceptor {

    /** Limit of the whole handshake: a connection that sends nothing is closed. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Certificate certificate;
    private final SSLContext context;

    /**
     * The engines of connections whose channel is not set up yet. Weak, because a connection may be given up before its channel is.
     */
    private final Map<Socket, SSLEngine> engines = Collections.synchronizedMap(new WeakHashMap<>());

    MemberTls(ClusterCertificate certificate) {
        this.certificate = certificate.certificate();
        this.context = certificate.context();
    }

    @Override
    public void init(Properties properties) {
        // The certificate is given to the constructor.
    }

    /** Blocks up to 5 s; fails when the other end does not present the installation's certificate. */
    @Override
    public void onAccept(Socket socket) throws IOException {
        var engine = engine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(true);
        secure(socket, engine);
    }

    /** Blocks up to 5 s; fails when the other end does not present the installation's certificate. */
    @Override
    public void onConnect(Socket socket) throws IOException {
        var engine = engine();
        engine.setUseClientMode(true);
        secure(socket, engine);
    }

    private SSLEngine engine() {
        var engine = context.createSSLEngine();
        engine.setEnabledProtocols(new String[] {ClusterCertificate.PROTOCOL});
        return engine;
    }

    private void secure(Socket socket, SSLEngine engine) throws IOException {
        try {
            new TlsHandshake(engine, socket, TIMEOUT).run();
            if (!engine.getSession().getPeerCertificates()[0].equals(certificate)) {
                throw new SSLException("This is the certificate of another installation");
            }
        } catch (SSLException refused) {
            throw new IOException("The other end does not know this installation's key (secrets.signing-key)", refused);
        }
        socket.setSoTimeout(0);
        engines.put(socket, engine);
    }

    /** Puts TLS around the handlers of a channel that another initializer sets up. */
    ChannelInitializer encrypted(ChannelInitializer plain) {
        return channel -> {
            var engine = engineOf(channel);
            channel.inboundPipeline().addLast(new TlsDecoder(engine));
            plain.initChannel(channel);
            channel.outboundPipeline().addLast(new TlsEncoder(engine));
        };
    }

    private SSLEngine engineOf(Channel channel) {
        var engine = engines.remove(channel.socket());
        if (engine == null) {
            throw new IllegalStateException("This connection of a member is not encrypted");
        }
        return engine;
    }
}
