package io.godwit.config;

import io.godwit.core.Crypto;
import io.godwit.core.PrivateFiles;
import io.godwit.core.SettingsReader;
import io.godwit.core.StartupException;
import io.godwit.db.DatabaseSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Reads the signing and encryption keys from the settings, or from a file of the data directory made at the first start.
 *
 * @param signing base64 (either alphabet) or hex of 32 random bytes
 * @param encryption base64 or hex of another 32 random bytes
 * @param dataDir directory of {@code vault.keys}, readable by the owner alone
 * @param mayCreate false with a database of the operator's own: its other nodes need the same keys, so they must be given
 */
public record CryptoKeys(Optional<String> signing, Optional<String> encryption, Path dataDir, boolean mayCreate) {

    private static final String FILE = "vault.keys";

    /** Reads the keys; blocks for a file write at the first start. Fails with a sentence for the operator. */
    public Crypto open() {
        if (areGiven()) {
            return Crypto.of(
                    key("secrets.signing-key (GODWIT_SECRETS_SIGNING_KEY)", signing.orElseThrow()),
                    key("secrets.encryption-key (GODWIT_SECRETS_ENCRYPTION_KEY)", encryption.orElseThrow()));
        }
        if (signing.isPresent() || encryption.isPresent()) {
            throw new StartupException(
                    "Give both secrets.signing-key (GODWIT_SECRETS_SIGNING_KEY) and secrets.encryption-key (GODWIT_SECRETS_ENCRYPTION_KEY), or neither.");
        }
        try {
            return stored();
        } catch (AccessDeniedException denied) {
            throw new StartupException(denied.getFile() + " may not be read or written by the user "
                    + System.getProperty("user.name") + " (permission denied): give it to that user (chown), or choose"
                    + " another directory with GODWIT_DATA_DIR");
        } catch (IOException unreadable) {
            throw new StartupException("The keys in " + dataDir.resolve(FILE) + " cannot be read or written ("
                    + unreadable.getMessage() + "): mend that, or choose another directory with GODWIT_DATA_DIR");
        }
    }

    /**
     * Returns the keys in the form of {@code vault.keys}, wherever they come from. Creates none: fails with a sentence when the
     * settings give none and the file is missing. Blocks.
     */
    public String fileContent() throws IOException {
        if (areGiven()) {
            return signing.orElseThrow().strip() + "\n"
                    + encryption.orElseThrow().strip() + "\n";
        }
        var file = dataDir.resolve(FILE);
        if (!Files.exists(file)) {
            throw new StartupException(
                    file + " with the keys of this installation is missing: without them its secrets cannot"
                            + " be read; put it back, or give the keys in the settings");
        }
        return Files.readString(file, StandardCharsets.US_ASCII);
    }

    /** Reads what {@link #fileContent} returned. */
    public static Crypto parse(String fileContent) {
        return parse(FILE, fileContent.lines().toList());
    }

    /** True when the settings give the keys, so that no file is needed. */
    public boolean areGiven() {
        return signing.isPresent() && encryption.isPresent();
    }

    /** The mistake in the given keys, in a sentence that reveals nothing of them. */
    public Optional<String> mistake() {
        if (signing.isEmpty() && encryption.isEmpty()) {
            return Optional.empty();
        }
        try {
            open();
            return Optional.empty();
        } catch (IllegalStateException | IllegalArgumentException wrong) {
            return Optional.ofNullable(wrong.getMessage());
        }
    }

    /** The file of the keys that the settings do not give. */
    public Path file() {
        return dataDir.resolve(FILE);
    }

    @Override
    public String toString() {
        return "CryptoKeys[" + dataDir + "]";
    }

    private Crypto stored() throws IOException {
        var file = file();
        if (!Files.exists(file)) {
            if (!mayCreate) {
                throw new StartupException(
                        "With a database URL the keys must be given: set GODWIT_SECRETS_SIGNING_KEY and"
                                + " GODWIT_SECRETS_ENCRYPTION_KEY, 32 random bytes each (openssl rand -base64 32), the same on every node.");
            }
            create(file);
        }
        return parse(file.toString(), Files.readAllLines(file, StandardCharsets.US_ASCII));
    }

    private static Crypto parse(String file, List<String> lines) {
        if (lines.size() != 2) {
            throw new StartupException(file + " should hold two keys, one a line. Restore it from a backup.");
        }
        return Crypto.of(key(file + ", line 1,", lines.get(0)), key(file + ", line 2,", lines.get(1)));
    }

    /**
     * Creates the key file: written beside its place, forced to the disk, then linked into it, so that it is never half there
     * and never replaced.
     */
    private void create(Path file) throws IOException {
        PrivateFiles.createDirectories(dataDir);
        var draft = PrivateFiles.createTempFile(dataDir, FILE, ".draft");
        try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap((random() + "\n" + random() + "\n").getBytes(StandardCharsets.US_ASCII)));
            channel.force(true);
        }
        place(draft, file);
        try (var directory = FileChannel.open(dataDir, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    private static void place(Path draft, Path file) throws IOException {
        try {
            Files.createLink(file, draft);
            Files.delete(draft);
        } catch (FileAlreadyExistsException anotherWasFaster) {
            Files.delete(draft);
        } catch (UnsupportedOperationException | IOException noLinksHere) {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static String random() {
        var bytes = new byte[Crypto.KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] key(String name, String text) {
        var bytes = decoded(name, text.strip());
        if (bytes.length != Crypto.KEY_BYTES) {
            throw new StartupException(
                    name + " has " + bytes.length + " bytes; it must have 32 random ones (openssl rand -base64 32).");
        }
        return bytes;
    }

    private static byte[] decoded(String name, String text) {
        try {
            return text.length() == 2 * Crypto.KEY_BYTES
                    ? HexFormat.of().parseHex(text)
                    : Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
        } catch (IllegalArgumentException neither) {
            throw new StartupException(name + " must be base64 or hex of 32 random bytes.");
        }
    }

    static CryptoKeys read(SettingsReader reader, DatabaseSettings database) {
        var keys = new CryptoKeys(
                reader.optional("secrets.signing-key"),
                reader.optional("secrets.encryption-key"),
                database.dataDir(),
                database.url().isEmpty());
        if (!keys.mayCreate() && (keys.signing().isEmpty() || keys.encryption().isEmpty())) {
            reader.note(
                    "secrets.signing-key (GODWIT_SECRETS_SIGNING_KEY) and secrets.encryption-key (GODWIT_SECRETS_ENCRYPTION_KEY) are needed beside a"
                            + " database URL, the same on every node; make each with: openssl rand -hex 32");
        } else {
            keys.mistake().ifPresent(reader::note);
        }
        return keys;
    }
}
