package io.godwit.webhooks;

import java.security.SecureRandom;
import java.util.Base64;

/** The secret a project's calls are signed with: 32 random bytes (Standard Webhooks asks for 24 to 64). */
record SigningSecret(byte[] key) {

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    static SigningSecret random() {
        var key = new byte[BYTES];
        RANDOM.nextBytes(key);
        return new SigningSecret(key);
    }

    /** The secret in the format of receivers' libraries. */
    String text() {
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }

    @Override
    public String toString() {
        return "SigningSecret";
    }
}
