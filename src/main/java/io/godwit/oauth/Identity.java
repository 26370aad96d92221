package io.godwit.oauth;

import io.godwit.core.EmailAddress;
import java.util.Optional;

/**
 * A user as an identity provider knows them.
 *
 * @param subject the user's permanent id at this issuer
 * @param email empty unless the provider says that it was verified
 */
public record Identity(ProviderName provider, String issuer, String subject, Optional<EmailAddress> email) {

    @Override
    public String toString() {
        return "Identity[" + provider + "]";
    }
}
