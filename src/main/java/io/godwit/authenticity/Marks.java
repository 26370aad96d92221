package io.godwit.authenticity;

/** What came of all checks of one mail. */
public record Marks(Mark spf, Mark dkim, Mark dmarc) {

    /** Nothing is known. */
    public static final Marks UNKNOWN =
            new Marks(Mark.PROCESSING_FAILED, Mark.PROCESSING_FAILED, Mark.PROCESSING_FAILED);
}
