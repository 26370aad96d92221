package io.godwit.fuzz;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the fuzz targets with Jazzer, one after the other, each in a JVM of its own. Before that it runs large inputs made of the
 * kept ones and measures the processor time of each, so that work that grows faster than the input is found. Run by {@code mvn
 * -Pfuzz verify} with the folder of Jazzer's jars, the folder for all it writes, the seconds for each target, and the names of the
 * targets separated by commas, or {@code all}.
 */
final class FuzzRunner {

    private static final int LARGE = 64 << 10;

    /** Processor time for one large input; they take some tens, the first of a target some hundreds. */
    private static final long MAX_MILLIS = 2_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * Seconds for one input with Jazzer's counters; the first one loads the classes, which takes half a minute on a busy machine.
     */
    private static final int INPUT_TIMEOUT_SECONDS = 120;

    private static final int MAX_LENGTH = 8 << 10;

    /** Octets of one kept input that are repeated. */
    private static final int PLACES = 20;

    /**
     * The classes whose branches lead the search: our own, and libraries that parse for us. The hundreds of classes of jsoup are
     * left out, because preparing them takes longer than it brings.
     */
    private static final String INSTRUMENTED = String.join(
            File.pathSeparator,
            "io.godwit.**",
            "org.apache.james.mime4j.**",
            "jakarta.mail.internet.**",
            "de.siegmar.fastcsv.**",
            "com.sanctionco.jmail.**");

    private static final Pattern COVERAGE = Pattern.compile("#(\\d+)\\s+\\S+\\s+cov: (\\d+) ft: (\\d+) corp: (\\d+)/");

    private final Path libraries;
    private final Path out;
    private final int seconds;

    private FuzzRunner(Path libraries, Path out, int seconds) {
        this.libraries = libraries;
        this.out = out;
        this.seconds = seconds;
    }

    public static void main(String... arguments) throws IOException, InterruptedException {
        var runner = new FuzzRunner(
                Path.of(arguments[0]).toAbsolutePath(),
                Path.of(arguments[1]).toAbsolutePath(),
                Integer.parseInt(arguments[2]));
        var broken = new ArrayList<String>();
        for (var target : chosen(arguments[3])) {
            if (!runner.run(target)) {
                broken.add(target.folderName());
            }
        }
        if (!broken.isEmpty()) {
            System.out.println("Findings in " + broken + "; their inputs and logs are in " + runner.out);
            System.exit(1);
        }
    }

    private static List<FuzzTarget> chosen(String names) {
        var wanted = Set.of(names.split(","));
        var known = Stream.of(FuzzTarget.values()).map(FuzzTarget::folderName).collect(Collectors.toSet());
        if (!names.equals("all") && !known.containsAll(wanted)) {
            throw new IllegalArgumentException("The fuzz targets are " + known);
        }
        return Stream.of(FuzzTarget.values())
                .filter(target -> names.equals("all") || wanted.contains(target.folderName()))
                .toList();
    }

    /** Returns whether nothing was found. */
    private boolean run(FuzzTarget target) throws IOException, InterruptedException {
        var folder = out.resolve(target.folderName());
        var corpus = Files.createDirectories(folder.resolve("corpus"));
        var large = large(target, Files.createDirectories(folder.resolve("large")));
        var inputs = Stream.concat(Stream.of(corpus, target.folder()), target.seeds().stream())
                .map(Path::toString)
                .toList();
        var slow = slow(target, large);
        var found = jazzer(target, folder, inputs) != 0;
        System.out.println(target.folderName() + ": " + (found ? "FINDING, " : "")
                + (slow.isEmpty() ? "" : "SLOW " + slow + ", ") + summary(folder.resolve("search.log")));
        return slow.isEmpty() && !found;
    }

    /** Returns the large inputs that take too much time of a processor, or break an invariant. */
    private static List<String> slow(FuzzTarget target, Path folder) throws IOException {
        var slow = new ArrayList<String>();
        try (var files = Files.list(folder)) {
            for (var file : files.sorted().toList()) {
                var octets = Files.readAllBytes(file);
                var begin = THREADS.getCurrentThreadCpuTime();
                try {
                    target.run(octets);
                } catch (RuntimeException | Error broken) {
                    slow.add(file.getFileName() + " (" + broken + ")");
                }
                var millis = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - begin)
                        .toMillis();
                if (millis > MAX_MILLIS) {
                    slow.add(file.getFileName() + " (" + millis + " ms)");
                }
            }
        }
        return slow;
    }

    /** Writes the kept inputs, each repeated until it is large, and with one of its octets repeated, at many places. */
    private static Path large(FuzzTarget target, Path folder) throws IOException {
        try (var files = Files.list(target.folder())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var octets = Files.readAllBytes(file);
                var step = Math.max(1, octets.length / PLACES);
                Files.write(folder.resolve(file.getFileName()), repeated(octets));
                for (var place = 0; place < octets.length; place += step) {
                    Files.write(folder.resolve(file.getFileName() + "-" + place), stretched(octets, place));
                }
            }
        }
        return folder;
    }

    private static byte[] repeated(byte[] octets) {
        var repeated = new byte[octets.length == 0 ? 0 : LARGE];
        for (var at = 0; at < repeated.length; at++) {
            repeated[at] = octets[at % octets.length];
        }
        return repeated;
    }

    private static byte[] stretched(byte[] octets, int place) {
        var stretched = Arrays.copyOf(octets, Math.max(octets.length, LARGE));
        var added = stretched.length - octets.length;
        Arrays.fill(stretched, place, place + added, octets[place]);
        System.arraycopy(octets, place, stretched, place + added, octets.length - place);
        return stretched;
    }

    private int jazzer(FuzzTarget target, Path folder, List<String> inputs) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1500m",
                "-XX:+UseSerialGC",
                "-cp",
                jars() + File.pathSeparator + System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.type().getName(),
                "--instrumentation_includes=" + INSTRUMENTED,
                "--custom_hook_includes=" + INSTRUMENTED,
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + folder + File.separator,
                "-timeout=" + INPUT_TIMEOUT_SECONDS,
                "-rss_limit_mb=3000",
                "-max_total_time=" + seconds,
                "-max_len=" + MAX_LENGTH,
                "-print_final_stats=1"));
        command.addAll(inputs);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("search.log").toFile())
                .start()
                .waitFor();
    }

    private String jars() {
        try (var files = Files.list(libraries)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private String summary(Path log) throws IOException {
        return COVERAGE.matcher(Files.readString(log, StandardCharsets.ISO_8859_1))
                .results()
                .reduce((first, last) -> last)
                .map(last -> seconds + " s, " + last.group(1) + " executions, " + last.group(2) + " branches, "
                        + last.group(3) + " features, " + last.group(4) + " inputs")
                .orElse("no figures; see " + log);
    }
}
