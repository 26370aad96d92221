package io.godwit.sending.rendering;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.smtp.message.DkimKey;
import io.vertx.core.Future;
import java.util.Optional;

/** Finds the DKIM key, the MAIL FROM address and the link host of a sender domain; implemented by {@code domains}. */
@FunctionalInterface
public interface SenderIdentities {

    /**
     * Returns the key; empty when the domain is no longer verified for the project. Called for every email, so it is cached.
     */
    Future<Optional<DkimKey>> signingKey(ProjectId project, String domain);

    /**
     * Returns the MAIL FROM of an email (RFC 5321 §4.4): the sender's own address, unless a return path is configured. Cached
     * likewise.
     */
    default Future<EmailAddress> mailFrom(ProjectId project, EmailId email, EmailAddress sender) {
        return Future.succeededFuture(sender);
    }

    /** Returns the base of links, as {@link LinkHosts#links} does. Cached likewise. */
    default Future<Optional<String>> links(ProjectId project, String domain) {
        return Future.succeededFuture(Optional.empty());
    }
}
