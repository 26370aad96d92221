package io.godwit.kit.mta;

import io.godwit.kit.GodwitJar;
import io.godwit.kit.SystemTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The program of Exim. Debian's packages of Exim and Postfix exclude each other, so where Exim is not installed its package is fetched
 * and unpacked, not installed. Such an Exim lacks the user it runs as; it gets lists of users of its own in a mount namespace.
 */
public final class EximProgram {

    private static final String USER = "Debian-exim";
    private static final String PACKAGE = "exim4-daemon-light";
    private static final Path INSTALLED = Path.of("/usr/sbin/exim4");

    /** A number that no user has. */
    private static final int ID = 60_980;

    private static final int SECONDS = 120;

    private final Path program;
    private final Optional<Path> users;

    private EximProgram(Path program, Optional<Path> users) {
        this.program = program;
        this.users = users;
    }

    /**
     * The Exim of this machine, or else one that is unpacked below the directory; empty where there is none and none can be had.
     *
     * @param directory everybody may enter it
     */
    public static Optional<EximProgram> find(Path directory) {
        try {
            var program = Files.isExecutable(INSTALLED) ? INSTALLED : unpacked(directory);
            var users = SystemTool.succeeds("id", USER) ? Optional.<Path>empty() : Optional.of(users(directory));
            var exim = new EximProgram(program, users);
            var works = exim.command("-C", "/dev/null", "-bV");
            return Optional.of(exim).filter(found -> SystemTool.succeeds(works.toArray(String[]::new)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A sentence for a test that finds none. */
    public static String missing() {
        return "There is no Exim: install Debian's package " + PACKAGE
                + ", or let apt-get download and unshare --mount do their work beside Postfix";
    }

    /** A path where nothing is when the package cannot be fetched. */
    private static Path unpacked(Path directory) throws IOException {
        var fetched = run(directory, "apt-get", "download", PACKAGE);
        try (var packages = Files.newDirectoryStream(directory, PACKAGE + "_*.deb")) {
            for (var archive : packages) {
                run(directory, "dpkg", "-x", archive.toString(), directory.toString());
            }
        }
        if (fetched != 0) {
            System.out.println("apt-get download " + PACKAGE + " ended with " + fetched);
        }
        return directory.resolve("usr/sbin/exim4");
    }

    private static int run(Path directory, String... command) throws IOException {
        try {
            return GodwitJar.run(new ProcessBuilder(command).directory(directory.toFile()), SECONDS)
                    .status();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** A directory with lists of users and groups that have Exim's. */
    private static Path users(Path directory) throws IOException {
        var passwd = Files.readString(Path.of("/etc/passwd"));
        var group = Files.readString(Path.of("/etc/group"));
        var user = USER + ":x:" + ID + ":" + ID + "::/nonexistent:/usr/sbin/nologin\n";
        Files.writeString(directory.resolve("passwd"), passwd + user);
        Files.writeString(directory.resolve("group"), group + USER + ":x:" + ID + ":\n");
        return directory;
    }

    /** The program, which runs itself again for each message. */
    Path path() {
        return program;
    }

    /** The command that runs Exim with these options. */
    List<String> command(String... options) {
        var command = new ArrayList<String>();
        users.ifPresent(lists -> command.addAll(List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount --bind %1$s/passwd /etc/passwd && mount --bind %1$s/group /etc/group && exec \"$@\""
                        .formatted(lists),
                "sh")));
        command.add(program.toString());
        command.addAll(List.of(options));
        return command;
    }

    /** Gives a directory to Exim's user. */
    void own(Path directory) {
        var owner = users.map(lists -> ID + ":" + ID).orElse(USER + ":" + USER);
        SystemTool.run("chown", "-R", owner, directory.toString());
    }
}
