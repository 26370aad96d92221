package io.godwit.mailauth;

import java.util.List;

/**
 * The results of all checks of one message.
 *
 * @param signers the domains with a valid DKIM signature, in lower case
 * @param unverified whether DMARC could not be evaluated although the author's domain asks receivers to refuse or quarantine
 *     what fails it ({@code p}, RFC 7489 §6.3), or may do so: such a message must not be believed more than one that fails
 */
public record AuthResults(AuthResult spf, AuthResult dkim, AuthResult dmarc, List<String> signers, boolean unverified) {

    /** The results of a message that was not checked. */
    public static final AuthResults UNKNOWN = new AuthResults(
            AuthResult.PROCESSING_FAILED, AuthResult.PROCESSING_FAILED, AuthResult.PROCESSING_FAILED, List.of(), true);

    public AuthResults {
        signers = List.copyOf(signers);
    }

    /** Creates results of a message whose DMARC result stands. */
    public AuthResults(AuthResult spf, AuthResult dkim, AuthResult dmarc, List<String> signers) {
        this(spf, dkim, dmarc, signers, false);
    }

    /** Creates results without a valid signature. */
    public AuthResults(AuthResult spf, AuthResult dkim, AuthResult dmarc) {
        this(spf, dkim, dmarc, List.of());
    }
}
