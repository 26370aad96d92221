package io.godwit.kit.smtp;

import io.godwit.kit.TestDirectories;
import io.godwit.kit.rules.MessageRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The folder in which the mail catcher keeps messages, each behind two lines that tell its envelope. */
public final class MailFolder {

    private static final String MAIL = "*.eml";

    private MailFolder() {}

    /** Deletes a data directory; fails when a mail that was caught there broke one of the {@link MessageRules}. */
    public static void judgeAndDelete(Path dataDirectory, Path whole) {
        var breaches = breaches(dataDirectory.resolve("mailbox"));
        TestDirectories.delete(whole);
        if (!breaches.isEmpty()) {
            throw new AssertionError("A caught message breaks rules of the wire: " + String.join("\n", breaches));
        }
    }

    private static List<String> breaches(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.newDirectoryStream(folder, MAIL)) {
            var mails = Stream.<Path>builder();
            files.forEach(mails);
            return mails.build().flatMap(MailFolder::breachesOf).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Stream<String> breachesOf(Path mail) {
        try {
            return MessageRules.broken(message(Files.readAllBytes(mail))).stream()
                    .map(breach -> breach + ", in " + mail.getFileName());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static byte[] message(byte[] file) {
        var start = 0;
        for (var line = 0; line < 2; line++) {
            while (file[start++] != '\n') {}
        }
        return Arrays.copyOfRange(file, start, file.length);
    }
}
