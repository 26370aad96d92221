package io.godwit.mailauth;

import java.util.List;

/**
 * The results of all checks of one message.
 *
 * @param signers the domains with a valid DKIM signature, in lower case
 */
public record AuthResults(AuthResult spf, AuthResult dkim, AuthResult dmarc, List<String> signers) {

    /** The results of a message that was not checked. */
    public static final AuthResults UNKNOWN =
            new AuthResults(AuthResult.PROCESSING_FAILED, AuthResult.PROCESSING_FAILED, AuthResult.PROCESSING_FAILED);

    public AuthResults {
        signers = List.copyOf(signers);
    }

    /** Creates results without a valid signature. */
    public AuthResults(AuthResult spf, AuthResult dkim, AuthResult dmarc) {
        this(spf, dkim, dmarc, List.of());
    }
}
