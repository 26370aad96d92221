package io.godwit.oauth;

import io.godwit.core.EmailAddress;
import java.util.Optional;

/**
 * Somebody a provider knows.
 *
 * @param subject theirs for ever at this issuer
 * @param email empty unless the provider says that it was verified
 */
public record Identity(ProviderName provider, String issuer, String subject, Optional<EmailAddress> email) {

    @Override
    public String toString() {
        return "Identity[" + provider + "]";
    }
}
