package io.godwit.commands.doctor;

import io.godwit.config.CryptoKeys;
import io.godwit.config.Settings;
import io.godwit.core.StartupException;
import io.godwit.db.DatabaseInspector;
import io.godwit.db.DatabaseState;
import io.godwit.db.MigrationRange;
import io.godwit.db.RestoreMarker;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks the database: reachable, of a version and a schema that fit the jar, with a clock like ours, and written with our keys. The
 * embedded one is looked at while Godwit runs.
 */
record DatabaseCheck(Settings settings) implements BlockingCheck {

    private static final Duration SMALL = Duration.ofSeconds(5);
    private static final Duration LARGE = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "database";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("database.", "data.dir");
    }

    @Override
    public List<CheckResult> results() throws IOException {
        var database = settings.database();
        try {
            RestoreMarker.in(settings.dataDir()).refuseUnfinished();
            if (database.url().isEmpty()
                    && DatabaseInspector.holder(database.dataDir()).isEmpty()) {
                DatabaseInspector.requireEmbedded(database.dataDir());
                return List.of(notRunning());
            }
            return DatabaseInspector.inspect(database).map(this::results).orElseGet(() -> List.of(notRunning()));
        } catch (StartupException refused) {
            return List.of(refused(String.valueOf(refused.getMessage())));
        }
    }

    private CheckResult notRunning() {
        var folder = DatabaseInspector.embeddedFolder(settings.dataDir());
        return new Check(name(), "")
                .ok("The embedded PostgreSQL " + DatabaseInspector.EMBEDDED_VERSION + " runs while Godwit runs; "
                        + (Files.exists(folder) ? "its rows are in " + folder : "the first start makes it"));
    }

    /** Parts the sentence of a refused start into what was found and what is to be done, which stands behind its last colon. */
    private CheckResult refused(String sentence) {
        var colon = sentence.lastIndexOf(": ");
        var check = new Check(name(), "");
        return colon < 0
                ? check.failed(sentence, "Correct GODWIT_DATABASE_URL.")
                : check.failed(
                        sentence.substring(0, colon),
                        Character.toUpperCase(sentence.charAt(colon + 2)) + sentence.substring(colon + 3) + ".");
    }

    private List<CheckResult> results(DatabaseState state) {
        return Stream.concat(
                        Stream.of(
                                server(new Check(name(), state.place()), state),
                                schema(new Check(name(), "schema"), state),
                                clock(new Check(name(), "clock"), state.clockAhead())),
                        keys(new Check(name(), "keys"), state).stream())
                .toList();
    }

    private static CheckResult server(Check check, DatabaseState state) {
        return state.readOnly()
                ? check.failed(
                        "PostgreSQL " + state.version() + " takes no writes: it is a standby, or read-only",
                        "Name the primary server with GODWIT_DATABASE_URL, or make the database writable.")
                : check.ok("PostgreSQL " + state.version() + " answers");
    }

    private static CheckResult schema(Check check, DatabaseState state) {
        var own = MigrationRange.ofJar().last();
        if (state.migration() > own) {
            return check.warning(
                    "It is of a newer jar (V" + state.migration() + ", this one brings V" + own
                            + "), beside which this one works",
                    "Start the newer jar on every node.");
        }
        if (state.migration() == own) {
            return check.ok("It is that of this jar (V" + own + ")");
        }
        var found = state.migration() == 0 ? "It is empty" : "It is older than this jar (V" + state.migration() + ")";
        return state.mayMigrate()
                ? check.ok(found + "; a start brings it to V" + own)
                : check.failed(found + ", and a start could not bring it to V" + own, state.rights() + ".");
    }

    private static CheckResult clock(Check check, Duration ahead) {
        var found = "The clock of its server is " + ahead.abs().toSeconds() + " s "
                + (ahead.isNegative() ? "behind" : "ahead of") + " that of this machine";
        var advice = "Run a time service on both machines, such as chrony or systemd-timesyncd.";
        if (ahead.abs().compareTo(SMALL) < 0) {
            return check.ok("The clock of its server is that of this machine");
        }
        return ahead.abs().compareTo(LARGE) < 0 ? check.warning(found, advice) : check.failed(found, advice);
    }

    /** Empty while there are no keys on either side. */
    private Optional<CheckResult> keys(Check check, DatabaseState state) {
        return state.keyFingerprint().flatMap(stored -> fingerprint(settings.cryptoKeys())
                .map(own -> MessageDigest.isEqual(HexFormat.of().parseHex(stored), own)
                        ? check.ok("The database was written with the keys of these settings")
                        : check.failed(
                                "The database was written with other keys",
                                "Give the same GODWIT_SECRETS_SIGNING_KEY and GODWIT_SECRETS_ENCRYPTION_KEY, or the same data"
                                        + " directory, as before.")));
    }

    /** Empty where the keys cannot be used, which another check shows. */
    private static Optional<byte[]> fingerprint(CryptoKeys keys) {
        try {
            return keys.signing().isPresent() || Files.exists(keys.file())
                    ? Optional.of(keys.open().fingerprint())
                    : Optional.empty();
        } catch (StartupException wrong) {
            return Optional.empty();
        }
    }
}
