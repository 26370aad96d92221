import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds the dashboard with the Deno that Maven has unpacked: fetches the packages the lock file names, then runs
 * {@code build.ts}. Packages are fetched again only when the lock file has changed.
 *
 * <p>Arguments: the Deno executable, the folder of the dashboard, the file for the OpenAPI document, then those of
 * {@code build.ts}. The class path has the server's classes, which describe the API; the types of calls come from there.
 *
 * <p>Maven starts it beside the compiler of the tests, which leaves a core idle, and once more before the tests, each time with the
 * time of its own start as the property {@code godwit.run}: the second one waits for the first by the lock of a file, and builds
 * only when the first has failed. Without the property it always builds.
 */
final class BuildDashboard {

    private BuildDashboard() {}

    public static void main(String[] arguments) throws IOException, InterruptedException, ReflectiveOperationException {
        var lock = Path.of(arguments[2]).toAbsolutePath().resolveSibling("dashboard.lock");
        var built = lock.resolveSibling("dashboard.run");
        var run = System.getProperty("godwit.run", "");
        Files.createDirectories(lock.getParent());
        try (var channel = FileChannel.open(lock, CREATE, WRITE);
                var held = channel.lock()) {
            if (run.isEmpty() || !Files.exists(built) || !run.equals(Files.readString(built))) {
                build(arguments);
                Files.writeString(built, run);
            }
        }
    }

    private static void build(String[] arguments)
            throws IOException, InterruptedException, ReflectiveOperationException {
        var deno = Path.of(arguments[0]).toAbsolutePath();
        var folder = Path.of(arguments[1]);
        if (!Files.exists(deno)) {
            throw new IllegalStateException(deno + " does not exist; -Ddeno=PATH names a Deno of this machine,"
                    + " -Ddashboard.skip builds without the dashboard");
        }
        // The archive it comes in keeps no permissions.
        deno.toFile().setExecutable(true);
        var lock = Files.readAllBytes(folder.resolve("deno.lock"));
        var installed = folder.resolve("node_modules/.installed-lock");
        if (!Files.exists(installed) || !Arrays.equals(Files.readAllBytes(installed), lock)) {
            run(folder, Stream.of(deno.toString(), "install", "--frozen", "--quiet"));
            Files.write(installed, lock);
        }
        writeDocument(arguments[2]);
        var flags = Stream.concat(
                Stream.of("--openapi=" + arguments[2]), List.of(arguments).subList(3, arguments.length).stream());
        run(folder, Stream.concat(Stream.of(deno.toString(), "run", "--quiet", "-A", "build.ts"), flags));
    }

    /** Without a class that writes the document, calls and answers have no types. */
    private static void writeDocument(String file) throws ReflectiveOperationException {
        try {
            Class.forName("io.godwit.web.openapi.OpenApiFile")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[] {file});
        } catch (ClassNotFoundException absent) {
            System.out.println("The dashboard is built without the types of the API");
        }
    }

    private static void run(Path folder, Stream<String> command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command.toList()).directory(folder.toFile()).inheritIO();
        // Certificates of this machine count, too: a proxy may sign for itself.
        builder.environment().putIfAbsent("DENO_TLS_CA_STORE", "system,mozilla");
        builder.environment().putIfAbsent("DENO_NO_UPDATE_CHECK", "1");
        var code = builder.start().waitFor();
        if (code != 0) {
            System.exit(code);
        }
    }
}
