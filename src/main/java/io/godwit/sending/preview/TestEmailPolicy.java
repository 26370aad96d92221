package io.godwit.sending.preview;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.vertx.core.Future;

/**
 * Tells whether a test email of a text that nobody approved may go to an address: members of the project only, unless emails
 * are caught by this server and reach nobody.
 */
@FunctionalInterface
public interface TestEmailPolicy {

    Future<Boolean> allows(Tenant tenant, EmailAddress to);
}
