package io.godwit.sending;

import io.godwit.core.ProjectId;
import io.godwit.smtp.DkimKey;
import io.vertx.core.Future;
import java.util.Optional;

/** Who signs for a sender's domain; kept by {@code domains}. */
@FunctionalInterface
public interface SigningKeys {

    /** Empty when the domain is no longer a verified one of the project. Asked for every email, so it is cached. */
    Future<Optional<DkimKey>> signingKey(ProjectId project, String domain);
}
