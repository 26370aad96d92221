package io.godwit.smtp.catcher;

import io.godwit.core.PrivateFiles;
import io.godwit.core.id.Ids;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the newest caught messages in a folder: one file each, which any email program can open. A file appears whole or not
 * at all, so a killed server leaves no partial file. Memory holds the fields of the list; bodies are read on request. Every
 * method blocks; safe from any thread.
 */
final class CaughtMessageStore {

    private static final Logger LOG = LoggerFactory.getLogger(CaughtMessageStore.class);
    private static final String SUFFIX = ".eml";
    private static final String UNFINISHED = ".part";
    private static final int HEAD = 64 << 10;

    private final Path folder;
    private final int maxMessages;
    private final NavigableMap<String, CaughtMessage> idToMessage = new ConcurrentSkipListMap<>();

    private CaughtMessageStore(Path folder, int maxMessages) {
        this.folder = folder;
        this.maxMessages = maxMessages;
    }

    /** Opens the folder and reads the headers of the messages in it. */
    static CaughtMessageStore open(Path folder, int maxMessages) throws IOException {
        var messages = new CaughtMessageStore(PrivateFiles.createOwnDirectory(folder), maxMessages);
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                messages.find(file);
            }
        }
        messages.prune();
        return messages;
    }

    private void find(Path file) throws IOException {
        var name = String.valueOf(file.getFileName());
        if (name.endsWith(UNFINISHED)) {
            Files.deleteIfExists(file);
        } else if (name.endsWith(SUFFIX)) {
            var id = name.substring(0, name.length() - SUFFIX.length());
            load(id, file).ifPresent(message -> idToMessage.put(id, message));
        }
    }

    private static Optional<CaughtMessage> load(String id, Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var from = line(in);
            var to = line(in);
            var envelope = new CaughtMessage.EnvelopePaths(
                    between(from, "Return-Path: <", ">"), between(to, "Delivered-To: ", ""));
            return CaughtMessage.of(
                    id, envelope, in.readNBytes(HEAD), Files.size(file) - from.length() - to.length() - 4);
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (var octet = in.read(); octet >= 0 && octet != '\n' && line.size() < HEAD; octet = in.read()) {
            line.write(octet);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    private static String between(String line, String start, String end) {
        return line.startsWith(start) && line.endsWith(end)
                ? line.substring(start.length(), line.length() - end.length())
                : "";
    }

    /** Stores a message; returns when it would survive the end of this process. */
    CaughtMessage add(CaughtMessage.EnvelopePaths envelope, byte[] message) throws IOException {
        var id = Ids.next().toString();
        var head = Arrays.copyOf(message, Math.min(message.length, HEAD));
        var bytes = CaughtMessage.of(id, envelope, head, message.length).orElseThrow();
        var unfinished = folder.resolve(id + UNFINISHED);
        try (var out = Channels.newOutputStream(
                PrivateFiles.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            out.write(bytes.preface());
            out.write(message);
        }
        Files.move(unfinished, file(id), StandardCopyOption.ATOMIC_MOVE);
        idToMessage.put(id, bytes);
        prune();
        return bytes;
    }

    /** Returns the newest messages first. */
    List<CaughtMessage> newest(int limit) {
        return idToMessage.descendingMap().values().stream().limit(limit).toList();
    }

    Optional<CaughtMessage> find(String id) {
        return Optional.ofNullable(idToMessage.get(id));
    }

    /** Returns the message as it was received; empty when it has just been deleted. */
    Optional<byte[]> raw(CaughtMessage message) {
        try {
            var bytes = Files.readAllBytes(file(message.id()));
            return Optional.of(Arrays.copyOfRange(bytes, message.preface().length, bytes.length));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    void clear() {
        idToMessage.keySet().forEach(this::deleteFile);
    }

    /** Deletes surplus messages; one call at a time, because two that count the same surplus would each delete it. */
    private synchronized void prune() {
        for (var surplus = idToMessage.size() - maxMessages; surplus > 0; surplus--) {
            var oldest = idToMessage.firstEntry();
            if (oldest != null) {
                deleteFile(oldest.getKey());
            }
        }
    }

    private void deleteFile(String id) {
        try {
            idToMessage.remove(id);
            Files.deleteIfExists(file(id));
        } catch (IOException | UncheckedIOException locked) {
            LOG.warn("A caught message could not be deleted; the next start lists it again", locked);
        }
    }

    private Path file(String id) {
        return folder.resolve(id + SUFFIX);
    }
}
