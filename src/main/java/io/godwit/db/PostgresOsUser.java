package io.godwit.db;

import io.godwit.core.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The OS user PostgreSQL runs as. PostgreSQL refuses to run as root, so a root process starts it in a new user namespace (uid
 * nobody inside, files owned by root outside), or, without user namespaces, as an account of the system that then owns the
 * files.
 *
 * @param prefix words before a command that run it as this user
 * @param owner account that must own the server's files; empty when that is our own
 */
record PostgresOsUser(List<String> prefix, String owner) {

    PostgresOsUser {
        prefix = List.copyOf(prefix);
    }

    static PostgresOsUser choose() throws IOException {
        if (!isRoot()) {
            return new PostgresOsUser(List.of(), "");
        }
        if (OsProcess.succeeds("unshare", "-U", "true")) {
            return new PostgresOsUser(List.of("unshare", "-U"), "root");
        }
        return ofSystem();
    }

    /** The user for root without user namespaces: {@code postgres} if there is such an account, else {@code nobody}. */
    static PostgresOsUser ofSystem() {
        return Stream.of("postgres", "nobody")
                .map(PostgresOsUser::droppedTo)
                .filter(osUser -> OsProcess.succeeds(osUser.command("true")))
                .findFirst()
                .orElseThrow(
                        () -> new StartupException("PostgreSQL does not run as root, and root may neither make a user"
                                + " namespace nor become another account here: start Godwit as another user, or name a PostgreSQL with"
                                + " GODWIT_DATABASE_URL=postgresql://user:password@host:port/name"));
    }

    static boolean isRoot() throws IOException {
        return "0".equals(OsProcess.output(List.of("id", "-u")));
    }

    private static PostgresOsUser droppedTo(String name) {
        return new PostgresOsUser(
                List.of("setpriv", "--reuid=" + name, "--regid=" + groupOf(name), "--clear-groups"), name);
    }

    private static String groupOf(String name) {
        try {
            return OsProcess.output(List.of("id", "-g", name));
        } catch (IOException noId) {
            return name;
        }
    }

    List<String> command(String... words) {
        var all = new ArrayList<>(prefix);
        all.addAll(List.of(words));
        return all;
    }

    /** Gives the user everything below {@code path}, which an earlier start may have left to another account. */
    void own(Path path) throws IOException {
        if (!owner.isEmpty() && !Files.getOwner(path).getName().equals(owner)) {
            OsProcess.run(List.of("chown", "-R", owner, path.toString()), path + " could not be given to " + owner);
        }
    }

    /** Lets the user pass through {@code directory}, which is ours; the directories above are not ours to open. */
    void pass(Path directory) throws IOException {
        if (owner.isEmpty() || owner.equals("root")) {
            return;
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        if (!OsProcess.succeeds(command("test", "-x", directory.toString()))) {
            throw new StartupException("PostgreSQL runs as " + owner + " here, which may not enter " + directory
                    + ": open the directories above it (chmod o+x), or choose another with GODWIT_DATA_DIR");
        }
    }
}
