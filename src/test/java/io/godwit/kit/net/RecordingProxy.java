package io.godwit.kit.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A wire on which somebody listens: it keeps the bytes of each caller, can say them again, and can answer in the server's place. */
public final class RecordingProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final int target;
    private final Function<String, Optional<String>> ownAnswers;
    private final List<Recording> recordings = new CopyOnWriteArrayList<>();

    /** Listens on a free port of the loopback interface for what it forwards to another of its ports. */
    public RecordingProxy(int target) {
        this("127.0.0.1", 0, target);
    }

    /**
     * The same, which answers some of the caller's commands itself: the server does not get them. {@code ownAnswers} is asked
     * with each piece that arrives, which is one command of a caller that waits for each reply.
     */
    public RecordingProxy(int target, Function<String, Optional<String>> ownAnswers) {
        this("127.0.0.1", 0, target, ownAnswers);
    }

    /** Listens on another address of this machine. */
    public RecordingProxy(String host, int port, int target) {
        this(host, port, target, ignored -> Optional.empty());
    }

    private RecordingProxy(String host, int port, int target, Function<String, Optional<String>> ownAnswers) {
        this.target = target;
        this.ownAnswers = ownAnswers;
        try {
            this.listener = new ServerSocket(port, 50, InetAddress.getByName(host));
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
        daemon(this::accept);
    }

    /** The bytes of one caller, and its connection to the server. */
    public record Recording(ByteArrayOutputStream bytes, Socket caller, Socket server) {

        public synchronized byte[] said() {
            return bytes.toByteArray();
        }

        private synchronized void say(byte[] some, int length) throws IOException {
            bytes.write(some, 0, length);
            server.getOutputStream().write(some, 0, length);
        }

        /** Says bytes to the server as if its caller did. */
        public synchronized void inject(byte[] some) throws IOException {
            server.getOutputStream().write(some);
        }

        public boolean isOpen() {
            return !caller.isClosed();
        }

        private void close() {
            RecordingProxy.close(caller);
            RecordingProxy.close(server);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Of every caller so far. */
    public List<Recording> recordings() {
        return List.copyOf(recordings);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var caller = listener.accept();
                var recording = new Recording(new ByteArrayOutputStream(), caller, new Socket("127.0.0.1", target));
                recordings.add(recording);
                daemon(() -> forward(recording));
                daemon(() -> answer(recording));
            } catch (IOException closed) {
                // The condition of the loop ends it.
            }
        }
    }

    private void forward(Recording recording) {
        try (InputStream in = recording.caller().getInputStream()) {
            var piece = new byte[8192];
            for (var read = in.read(piece); read >= 0; read = in.read(piece)) {
                var own = ownAnswers.apply(new String(piece, 0, read, StandardCharsets.ISO_8859_1));
                if (own.isPresent()) {
                    recording.caller().getOutputStream().write(own.get().getBytes(StandardCharsets.ISO_8859_1));
                } else {
                    recording.say(piece, read);
                }
            }
        } catch (IOException ended) {
            // Either end may hang up.
        } finally {
            recording.close();
        }
    }

    private static void answer(Recording recording) {
        try (OutputStream out = recording.caller().getOutputStream()) {
            recording.server().getInputStream().transferTo(out);
        } catch (IOException ended) {
            // Either end may hang up.
        } finally {
            recording.close();
        }
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "recording-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException ended) {
            // It is closed.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException ended) {
            // It is closed.
        }
        recordings.forEach(Recording::close);
    }
}
