package io.godwit.authenticity;

import java.util.List;

/**
 * What came of all checks of one mail.
 *
 * @param signers the domains whose DKIM signatures hold, in lower case
 */
public record Marks(Mark spf, Mark dkim, Mark dmarc, List<String> signers) {

    /** Nothing is known. */
    public static final Marks UNKNOWN =
            new Marks(Mark.PROCESSING_FAILED, Mark.PROCESSING_FAILED, Mark.PROCESSING_FAILED);

    public Marks {
        signers = List.copyOf(signers);
    }

    /** Without a signature that holds. */
    public Marks(Mark spf, Mark dkim, Mark dmarc) {
        this(spf, dkim, dmarc, List.of());
    }
}
