package io.godwit.projects;

import io.godwit.web.KeyScope;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The first public and secret key of a project, in clear: for principals who may see them, never for a log. */
public record ApiKeyPair(String publicKey, String secretKey) {

    /** The prefix of public keys, which may track only. */
    static final String PUBLIC_PREFIX = "pk_";

    /** The prefix of secret keys, which may call every endpoint within their scope. */
    static final String SECRET_PREFIX = "sk_";

    static final int RANDOM_BYTES = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    static ApiKeyPair random() {
        return new ApiKeyPair(PUBLIC_PREFIX + randomHex(), SECRET_PREFIX + randomHex());
    }

    /**
     * Generates a key beside the first pair; one that may only track has the public prefix, because it may be published.
     */
    static String further(KeyScope scope) {
        return (scope == KeyScope.TRACK ? PUBLIC_PREFIX : SECRET_PREFIX) + randomHex();
    }

    private static String randomHex() {
        var bytes = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public String toString() {
        return "ApiKeyPair";
    }
}
