package io.godwit.kit.mta;

import io.godwit.kit.TestDirectories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A mailbox with a file for each message, as mail servers write it.
 *
 * @param recipientField the header field in which its mail server says the recipient of the envelope
 */
public record Maildir(Path directory, String recipientField) {

    /**
     * A message of a mailbox.
     *
     * @param recipient of the envelope
     * @param bytes its length as a file
     */
    public record Stored(String recipient, String messageId, long bytes) {}

    /** The number of messages. */
    public long count() {
        return TestDirectories.files(directory.resolve("new"));
    }

    /** All messages. */
    public List<Stored> messages() {
        try (var files = Files.list(directory.resolve("new"))) {
            return files.map(this::read).toList();
        } catch (NoSuchFileException empty) {
            return List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Stored read(Path file) {
        try {
            var head = Files.readString(file, StandardCharsets.ISO_8859_1).split("\r?\n\r?\n", 2)[0];
            return new Stored(field(head, recipientField), field(head, "Message-ID"), Files.size(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String field(String head, String name) {
        return head.lines()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    /** Deletes all messages. */
    public void clear() {
        TestDirectories.delete(directory.resolve("new"));
    }
}
