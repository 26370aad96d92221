package io.godwit.mailauth;

import java.util.List;

/**
 * What came of all checks of one mail.
 *
 * @param signers the domains whose DKIM signatures hold, in lower case
 */
public record AuthResults(AuthResult spf, AuthResult dkim, AuthResult dmarc, List<String> signers) {

    /** Nothing is known. */
    public static final AuthResults UNKNOWN =
            new AuthResults(AuthResult.PROCESSING_FAILED, AuthResult.PROCESSING_FAILED, AuthResult.PROCESSING_FAILED);

    public AuthResults {
        signers = List.copyOf(signers);
    }

    /** Without a signature that holds. */
    public AuthResults(AuthResult spf, AuthResult dkim, AuthResult dmarc) {
        this(spf, dkim, dmarc, List.of());
    }
}
