package io.godwit.backup;

import java.util.Optional;
import java.util.regex.Pattern;

/** The names of a backup's entries. */
final class BackupEntries {

    static final String MANIFEST = "manifest.json";
    static final String CHECKSUMS = "checksums.json";
    static final String KEYS = "data/vault.keys";

    /** The prefix of files of the data directory. */
    static final String DATA = "data/";

    static final String IMAGES = "uploads/";

    private static final Pattern PIECE = Pattern.compile("tables/([^/]+)/\\d+");

    private BackupEntries() {}

    /** The name of a table's piece, counted from 1. */
    static String piece(String table, int number) {
        return "tables/%s/%06d".formatted(table, number);
    }

    /** Returns the table an entry is a piece of; empty for another entry. */
    static Optional<String> tableOf(String entry) {
        return Optional.of(PIECE.matcher(entry))
                .filter(found -> found.matches())
                .map(found -> found.group(1));
    }
}
