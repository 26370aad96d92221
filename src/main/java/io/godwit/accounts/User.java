package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A user of the platform, who signs in.
 *
 * @param type PASSWORD, or the identity provider the account was created with
 * @param passwordHash empty for a user who never chose a password
 */
public record User(
        UserId id,
        EmailAddress email,
        String type,
        Optional<String> passwordHash,
        boolean verified,
        Instant createdAt) {

    @Override
    public String toString() {
        return "User[" + id + "]";
    }
}
