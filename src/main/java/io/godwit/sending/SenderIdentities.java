package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.smtp.message.DkimKey;
import io.vertx.core.Future;
import java.util.Optional;

/** Who signs for a sender's domain, who hears of mail that comes back, and where links lead; kept by {@code domains}. */
@FunctionalInterface
public interface SenderIdentities {

    /** Empty when the domain is no longer a verified one of the project. Asked for every email, so it is cached. */
    Future<Optional<DkimKey>> signingKey(ProjectId project, String domain);

    /** MAIL FROM of an email (RFC 5321 §4.4): the sender, where nobody else takes what comes back. Cached likewise. */
    default Future<EmailAddress> mailFrom(ProjectId project, EmailId email, EmailAddress sender) {
        return Future.succeededFuture(sender);
    }

    /** As {@link LinkHosts} says it. Cached likewise. */
    default Future<Optional<String>> links(ProjectId project, String domain) {
        return Future.succeededFuture(Optional.empty());
    }
}
