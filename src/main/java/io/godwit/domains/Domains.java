package io.godwit.domains;

import io.godwit.core.EmailAddress;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
import io.godwit.smtp.DkimKey;
import io.vertx.core.Future;
import java.util.Optional;

/** Who may send from where. */
public final class Domains {

    /** Fails with {@code FORBIDDEN} and a sentence when the address's domain is not a verified one of the project. */
    public Future<Void> requireVerified(Tenant tenant, EmailAddress sender) {
        throw new UnsupportedOperationException();
    }

    /** The signing key of a verified domain, cached; empty when the domain is gone or no longer verified. */
    public Future<Optional<DkimKey>> signingKey(ProjectId project, String domain) {
        throw new UnsupportedOperationException();
    }
}
