package io.godwit.projects;

import io.godwit.web.KeyScope;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Both keys of a project, in clear: for whoever may see them, never for a log. */
public record ApiKeyPair(String publicKey, String secretKey) {

    /** Opens tracking only. */
    static final String PUBLIC_PREFIX = "pk_";

    /** Opens every endpoint of the project. */
    static final String SECRET_PREFIX = "sk_";

    static final int RANDOM_BYTES = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    static ApiKeyPair random() {
        return new ApiKeyPair(PUBLIC_PREFIX + randomHex(), SECRET_PREFIX + randomHex());
    }

    /** A key beside the first pair; one that may only track looks like a public one, because it may be seen by anybody. */
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
