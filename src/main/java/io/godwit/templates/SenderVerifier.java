package io.godwit.templates;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.vertx.core.Future;

/** Checks that a project may send from an address; declared here, implemented in {@code domains}. */
@FunctionalInterface
public interface SenderVerifier {

    /** Fails with {@code FORBIDDEN} and a sentence when the address's domain is not a verified one of the project. */
    Future<Void> requireVerified(Tenant tenant, EmailAddress sender);
}
