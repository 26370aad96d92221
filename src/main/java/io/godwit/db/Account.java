package io.godwit.db;

import java.io.IOException;
import java.util.List;

/**
 * As whom PostgreSQL runs. It refuses to run as root, so root starts it in a user namespace of its own, where it is nobody
 * and its files are still ours.
 */
final class Account {

    private final List<String> prefix;

    private Account(List<String> prefix) {
        this.prefix = List.copyOf(prefix);
    }

    static Account choose() throws IOException {
        if (!"0".equals(Command.output("id", "-u"))) {
            return new Account(List.of());
        }
        if (Command.succeeds("unshare", "-U", "true")) {
            return new Account(List.of("unshare", "-U"));
        }
        throw new IllegalStateException(
                "PostgreSQL does not run as root: start Godwit as another user, or name a PostgreSQL"
                        + " with GODWIT_DATABASE_URL=postgresql://user:password@host:port/name");
    }

    /** The words to put before a command. */
    List<String> prefix() {
        return prefix;
    }
}
