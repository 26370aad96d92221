package io.godwit.smtp.catcher;

import java.io.FileNotFoundException;
import java.io.IOException;

/** Serves the files of the mailbox page, from {@code webroot/mailbox} of the jar. */
final class MailboxPage {

    private MailboxPage() {}

    static byte[] read(String name) throws IOException {
        try (var in = MailboxPage.class.getResourceAsStream("/webroot/mailbox/" + name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return in.readAllBytes();
        }
    }
}
