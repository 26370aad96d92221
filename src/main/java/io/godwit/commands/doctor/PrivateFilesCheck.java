package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** Checks that the files with secrets can be read by the user who runs this, and by nobody else. */
record PrivateFilesCheck(Path directory) implements BlockingCheck {

    private static final List<String> NAMES = List.of("vault.keys", "demo.json");

    /** The part of a mode such as {@code rw-------} that is about others than the owner. */
    private static final String NOTHING_FOR_OTHERS = "------";

    @Override
    public String name() {
        return "private-files";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("data.dir");
    }

    @Override
    public List<CheckResult> results() throws IOException {
        var results = Stream.<CheckResult>builder();
        for (var name : NAMES) {
            var file = directory.resolve(name);
            if (Files.exists(file)) {
                results.add(result(new Check(name(), name), file));
            }
        }
        return results.build().toList();
    }

    private static CheckResult result(Check check, Path file) throws IOException {
        var user = System.getProperty("user.name");
        var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        if (!Files.isReadable(file)) {
            return check.failed(
                    "The user " + user + " may not read it", "Give it to that user: chown " + user + " " + file);
        }
        return mode.endsWith(NOTHING_FOR_OTHERS)
                ? check.ok("It can be read by its owner alone")
                : check.warning(
                        "Other users of this machine may read it (" + mode + ")",
                        "Close it: chmod 600 " + file + ". If others have read it, its secrets are known.");
    }
}
