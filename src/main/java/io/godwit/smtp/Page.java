package io.godwit.smtp;

import java.io.FileNotFoundException;
import java.io.IOException;

/** The files of the mailbox page, in {@code webroot/mailbox} of the jar. */
final class Page {

    private Page() {}

    static byte[] read(String name) throws IOException {
        try (var in = Page.class.getResourceAsStream("/webroot/mailbox/" + name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return in.readAllBytes();
        }
    }
}
