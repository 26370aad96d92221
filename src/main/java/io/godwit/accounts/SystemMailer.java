package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;

/**
 * Sends system emails, from the platform to its own users. Declared here, implemented by {@code systemmail}, which sends
 * them through the outbox like all emails.
 */
public interface SystemMailer {

    /**
     * A system email.
     *
     * @param subject the subject, with {@code {{name}}} for values
     * @param body the paragraphs of the HTML body, with {@code {{name}}} for values; a link of the class {@code button} looks
     *     like a button
     * @param values the values for this recipient; deleted from the database together with the email
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

    /**
     * Queues an email that somebody asked for, in the caller's transaction; after the commit the caller calls {@link
     * #wakeSenders}. It is sent although an earlier one to the address came back.
     */
    Future<Void> write(SqlClient tx, SystemEmail email);

    /**
     * Queues an email that no request of its recipient asked for. While a restore holds emails ({@code restore --hold-emails}) it
     * waits for their release: what it tells may have been told before. Otherwise like {@link #write}.
     */
    Future<Void> writeNotice(SqlClient tx, SystemEmail email);

    /**
     * Tells whether a user is written to about actions of others, such as changes of a project.
     *
     * @param verified true: the user has verified the address; if not, it may belong to anyone
     */
    boolean reaches(boolean verified);

    /** Wakes the sending loops; without it they look for emails within two seconds. */
    void wakeSenders();
}
