package io.godwit.smtp.catcher;

import java.io.FileNotFoundException;
import java.io.IOException;

/** The files of the mailbox page, in {@code webroot/mailbox} of the jar. */
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
