package io.godwit.backup;

import io.godwit.config.CryptoKeys;
import io.godwit.config.Settings;
import io.godwit.db.DatabaseSettings;
import io.godwit.uploads.UploadSettings;

/** The settings that say where an installation has what belongs to a backup. */
public record BackupScope(DatabaseSettings database, CryptoKeys keys, UploadSettings uploads) {

    /** Returns those of a node. */
    public static BackupScope of(Settings settings) {
        return new BackupScope(settings.database(), settings.cryptoKeys(), settings.uploads());
    }

    DataFiles files() {
        return new DataFiles(database.dataDir(), uploads.folder());
    }

    /** Returns whether the backup has images: not when they are in a bucket. */
    boolean hasImages() {
        return uploads.bucket().isEmpty();
    }
}
