package io.godwit.commands.doctor;

import io.godwit.config.CryptoKeys;
import io.godwit.core.StartupException;
import io.godwit.db.DatabaseInspector;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.nio.file.Files;
import java.util.List;

/** Checks that the keys are given, or in their file below the data directory, and well formed. */
record KeysCheck(CryptoKeys keys) implements BlockingCheck {

    @Override
    public String name() {
        return "keys";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("secrets.", "database.url", "data.dir");
    }

    @Override
    public List<CheckResult> results() {
        var check = new Check(name(), "");
        if (keys.signing().isEmpty() && !Files.exists(keys.file())) {
            return List.of(missing(check));
        }
        try {
            keys.open();
            return List.of(
                    check.ok(keys.signing().isPresent() ? "The settings have both" : "They are in " + keys.file()));
        } catch (StartupException wrong) {
            return List.of(check.failed("They cannot be used", String.valueOf(wrong.getMessage())));
        }
    }

    /** A database without its keys is refused, and its stored secrets are lost. */
    private CheckResult missing(Check check) {
        return Files.exists(DatabaseInspector.embeddedFolder(keys.dataDir()))
                ? check.failed(
                        keys.file() + " is missing, although there is a database that was written with its keys",
                        "Put it back from a backup; a start would make other keys, with which the database is refused.")
                : check.ok("There are none yet; the first start makes them");
    }
}
