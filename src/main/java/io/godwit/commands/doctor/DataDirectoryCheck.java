package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;

/** Checks that the data directory exists or can be made, that its owner is who runs this, and that nobody else may look into it. */
record DataDirectoryCheck(Path directory) implements BlockingCheck {

    /** To enter it is fine: where PostgreSQL runs as another account, it has to. */
    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    @Override
    public String name() {
        return "data-directory";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("data.dir");
    }

    @Override
    public List<CheckResult> results() throws IOException {
        var check = new Check(name(), directory.toString());
        return List.of(Files.exists(directory) ? existing(check) : missing(check));
    }

    private CheckResult existing(Check check) throws IOException {
        var user = System.getProperty("user.name");
        if (!Files.isDirectory(directory)) {
            return check.failed("It is no directory", "Choose another one with GODWIT_DATA_DIR.");
        }
        if (!Files.isWritable(directory) || !Files.isReadable(directory) || !Files.isExecutable(directory)) {
            return check.failed(
                    "The user " + user + " may not read and write it, or its file system is read-only",
                    "Give it to that user (chown -R " + user + " " + directory
                            + "), or choose another one with GODWIT_DATA_DIR.");
        }
        var owner = Files.getOwner(directory).getName();
        if (!owner.equals(user)) {
            return check.warning(
                    "It belongs to " + owner + ", and this is run by " + user,
                    "Run the server as " + owner + " always, and this command, too.");
        }
        return mode(check);
    }

    private CheckResult mode(Check check) throws IOException {
        return Files.getPosixFilePermissions(directory).stream().anyMatch(OF_OTHERS::contains)
                ? check.warning(
                        "Other users of this machine may look into it",
                        "Close it: chmod go-rw " + directory + ". It holds keys and emails.")
                : check.ok("It can be read and written, by its owner alone");
    }

    private CheckResult missing(Check check) {
        var above = FreeSpaceCheck.existing(directory);
        return Files.isDirectory(above) && Files.isWritable(above)
                ? check.ok("It does not exist yet; the first start makes it")
                : check.failed(
                        "It does not exist and cannot be made in " + above,
                        "Make it and give it to the user " + System.getProperty("user.name")
                                + ", or choose another one with GODWIT_DATA_DIR.");
    }
}
