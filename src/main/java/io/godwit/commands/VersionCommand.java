package io.godwit.commands;

import io.godwit.db.DatabaseInspector;
import io.godwit.db.MigrationRange;
import java.io.IOException;
import java.io.PrintStream;
import java.net.JarURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;

/** The command {@code version}: what this jar is and what it brings. Reads no settings. */
final class VersionCommand implements Command {

    /** The value of an attribute that the build was not given. */
    private static final String UNKNOWN = "unknown";

    @Override
    public String name() {
        return "version";
    }

    @Override
    public String summary() {
        return "prints the version of the jar, of Java, of the bundled PostgreSQL and of the schema";
    }

    @Override
    public String synopsis() {
        return "";
    }

    @Override
    public String description() {
        return "Reads no settings and starts nothing. Exit status: 0.";
    }

    @Override
    public int run(Map<String, String> environment, List<String> arguments, PrintStream out) {
        var manifest = manifest();
        line(out, "Godwit", attribute(manifest, "Implementation-Version").orElse("development"));
        attribute(manifest, "Build-Commit").ifPresent(commit -> line(out, "Commit", commit));
        attribute(manifest, "Build-Time").ifPresent(time -> line(out, "Built", time));
        line(out, "Java", Runtime.version() + " (" + System.getProperty("java.vendor") + ")");
        line(
                out,
                "PostgreSQL",
                attribute(manifest, "PostgreSQL-Version").orElse(String.valueOf(DatabaseInspector.EMBEDDED_VERSION))
                        + " bundled, 15 to 18 of your own");
        line(out, "Migration", "V" + MigrationRange.ofJar().last());
        return OK;
    }

    private static void line(PrintStream out, String name, String value) {
        out.printf("%-11s %s%n", name, value);
    }

    private static Optional<String> attribute(Attributes manifest, String name) {
        return Optional.ofNullable(manifest.getValue(name)).filter(value -> !value.equals(UNKNOWN));
    }

    /** The attributes of the jar's manifest; none where the classes are in no jar, or it cannot be read. */
    private static Attributes manifest() {
        try {
            var own = VersionCommand.class.getResource("VersionCommand.class");
            if (own != null && own.openConnection() instanceof JarURLConnection jar) {
                return jar.getMainAttributes();
            }
        } catch (IOException unreadable) {
            return new Attributes();
        }
        return new Attributes();
    }
}
