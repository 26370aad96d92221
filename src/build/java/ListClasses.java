import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;

/**
 * Lists the classes that a start of Godwit loads, from which the machine that runs it makes a class-data archive for its own JVM
 * ({@code java -Xshare:dump}). Run by the build with the jar and the file to write. Where the jar does not start, as on a machine
 * without an embedded PostgreSQL, the list is the JDK's own, which is shorter.
 */
final class ListClasses {

    /** Ten times what a start takes on an idle machine. */
    private static final Duration READY = Duration.ofSeconds(90);

    private static final Duration STOPPED = Duration.ofSeconds(40);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private ListClasses() {}

    public static void main(String... arguments) throws IOException, InterruptedException {
        var jar = Path.of(arguments[0]).toAbsolutePath();
        var list = Path.of(arguments[1]).toAbsolutePath();
        Files.createDirectories(list.getParent());
        var work = Files.createTempDirectory("godwit-classes-");
        try {
            if (!start(jar, list, work)) {
                System.err.println("The jar did not start, so the list has only classes of the JDK:\n"
                        + Files.readString(work.resolve("output.txt")));
                Files.deleteIfExists(list);
                Files.copy(Path.of(System.getProperty("java.home"), "lib", "classlist"), list);
            }
        } finally {
            delete(work);
        }
    }

    /** Starts the server on an empty directory and stops it; false when it did not become ready. */
    private static boolean start(Path jar, Path list, Path work) throws IOException, InterruptedException {
        var port = freePort();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                java, "-Xmx512m", "-XX:DumpLoadedClassList=" + list, "-jar", jar.toString());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GODWIT_"));
        environment.put("GODWIT_DATA_DIR", work.resolve("data").toString());
        environment.put("GODWIT_HTTP_HOST", "127.0.0.1");
        environment.put("GODWIT_HTTP_PORT", Integer.toString(port));
        environment.put("GODWIT_HTTP_LAME_DUCK", "0s");
        var server = builder.directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("output.txt").toFile())
                .start();
        try {
            return isReady(server, URI.create("http://127.0.0.1:" + port + "/health/ready"));
        } finally {
            server.destroy();
            if (!server.waitFor(STOPPED.toSeconds(), TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
        }
    }

    private static boolean isReady(Process server, URI health) throws IOException, InterruptedException {
        var http = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(health).timeout(READY).build();
        var deadline = System.nanoTime() + READY.toNanos();
        while (server.isAlive() && System.nanoTime() < deadline) {
            try {
                if (http.send(request, BodyHandlers.discarding()).statusCode() == 200) {
                    return true;
                }
            } catch (ConnectException notYet) {
                // The port opens last.
            }
            Thread.sleep(PAUSE.toMillis());
        }
        return false;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
