package io.godwit.kit.smtp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A mail server that hands us mail, one command after the other. */
public final class SmtpCaller implements AutoCloseable {

    private Socket socket;
    private BufferedReader input;

    /** Connects to this machine; the greeting is read by {@link #reply}. */
    public SmtpCaller(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(60_000);
            input = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Says a command and answers the whole reply; several lines are parted by line ends. Empty when the connection was closed. */
    public String say(String command) {
        write(command + "\r\n");
        return reply();
    }

    public void write(String bytes) {
        try {
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            socket.getOutputStream().flush();
        } catch (IOException shut) {
            // The replies to earlier commands are still to be read.
        }
    }

    public String reply() {
        var reply = new StringBuilder();
        try {
            for (var line = input.readLine(); line != null; line = input.readLine()) {
                reply.append(reply.isEmpty() ? "" : "\n").append(line);
                if (line.length() < 4 || line.charAt(3) != '-') {
                    break;
                }
            }
        } catch (IOException shut) {
            // The same as no line.
        }
        return reply.toString();
    }

    /** Hands in one message; answers the reply to the final dot, or the first refusal. */
    public static String deliver(int port, String from, String to, String message) {
        try (var caller = new SmtpCaller(port)) {
            caller.reply();
            for (var command :
                    new String[] {"EHLO mx.example.com", "MAIL FROM:<" + from + ">", "RCPT TO:<" + to + ">", "DATA"}) {
                var reply = caller.say(command);
                if (!reply.startsWith("2") && !reply.startsWith("3")) {
                    return reply;
                }
            }
            return caller.data(message);
        }
    }

    /** The message, dots stuffed, and the final dot. */
    public String data(String message) {
        var stuffed = (message.startsWith(".") ? "." : "") + message.replace("\r\n.", "\r\n..");
        return say(stuffed + (message.endsWith("\r\n") ? "" : "\r\n") + ".");
    }

    /** Goes on encrypted, whoever the other side is; answers its certificate as PEM. */
    public String encrypt() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustAllManager()}, null);
            var secure =
                    (SSLSocket) context.getSocketFactory().createSocket(socket, "localhost", socket.getPort(), true);
            secure.startHandshake();
            socket = secure;
            input = new BufferedReader(new InputStreamReader(secure.getInputStream(), ISO_8859_1));
            var certificate = secure.getSession().getPeerCertificates()[0].getEncoded();
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate)
                    + "\n-----END CERTIFICATE-----\n";
        } catch (IOException | GeneralSecurityException failed) {
            throw new AssertionError(failed);
        }
    }

    private static final class TrustAllManager implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
