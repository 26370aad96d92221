package io.godwit.templates;

/** A tag that cannot be read; its message is a sentence for the author. */
final class SyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    SyntaxException(String sentence) {
        super(sentence, null, false, false);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
