package io.godwit.core;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.Provider;
import java.util.Optional;

/** Amazon's cryptography, where it runs: RSA several times faster than the JDK's, signatures and keys alike. */
public final class Amazon {

    private Amazon() {}

    /** Empty on a platform it has no library for; the JDK's own is meant then. */
    public static Optional<Provider> cryptography() {
        try {
            var provider = AmazonCorrettoCryptoProvider.INSTANCE;
            return provider.getLoadingError() == null ? Optional.of(provider) : Optional.empty();
        } catch (LinkageError unavailable) {
            return Optional.empty();
        }
    }
}
