package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * Somebody with an account.
 *
 * @param type PASSWORD, or the provider they sign in with
 * @param passwordHash empty for those who never chose a password
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
