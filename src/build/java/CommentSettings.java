import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns {@code conf/godwit.yaml} into the settings file of a package: the data directory is that of the service, and every other
 * line is a comment, so that the defaults stay those of the jar after an upgrade. Run by the build with the page, the directory
 * and the file to write.
 */
final class CommentSettings {

    private static final String DEFAULT_DIRECTORY = "  dir: ./data ";

    private static final List<String> HEADER = List.of(
            "# The settings of Godwit. A line that is a comment shows a default: to change it, remove the \"# \" in front of it and of the",
            "# names above it that it belongs to. The environment variable beside each setting overrides it; /etc/godwit/environment sets",
            "# those. Durations are a number and a unit: ms, s, m, h, d. Restart the service after a change.",
            "");

    private CommentSettings() {}

    public static void main(String... arguments) throws IOException {
        var file = Path.of(arguments[2]);
        var lines = Files.readAllLines(Path.of(arguments[0])).stream()
                .dropWhile(line -> line.startsWith("#") || line.isBlank())
                .map(line -> commented(line, arguments[1]));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(
                file, Stream.concat(HEADER.stream(), lines).collect(Collectors.joining("\n", "", "\n")));
    }

    private static String commented(String line, String directory) {
        if (line.startsWith(DEFAULT_DIRECTORY)) {
            return "  dir: " + directory + line.substring(DEFAULT_DIRECTORY.length() - 1);
        }
        return line.isBlank() || line.equals("data:") || line.startsWith("#") ? line : "# " + line;
    }
}
