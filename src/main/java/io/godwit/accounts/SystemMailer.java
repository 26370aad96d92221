package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;

/** Mail of the platform itself to its users; owned here, kept by the node, which sends it the way all mail goes. */
public interface SystemMailer {

    /**
     * What is written.
     *
     * @param subject with {@code {{name}}} for values
     * @param body HTML, likewise
     * @param values what is said to this reader; gone from the database when the mail is
     */
    record SystemEmail(EmailAddress to, String subject, String body, Map<String, String> values) {

        public SystemEmail {
            values = Map.copyOf(values);
        }

        @Override
        public String toString() {
            return "SystemEmail";
        }
    }

    /** Queues it in the caller's transaction; after the commit the caller calls {@link #wakeSenders}. */
    Future<Void> write(SqlClient tx, SystemEmail letter);

    /**
     * Whether somebody is written to about what others do, such as a project's news.
     *
     * @param verified whether they have shown that the address is theirs; if not, it may be anybody's
     */
    boolean reaches(boolean verified);

    /** Wakes the senders; without it they look within two seconds. */
    void wakeSenders();
}
