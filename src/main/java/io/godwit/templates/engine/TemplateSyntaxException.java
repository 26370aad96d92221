package io.godwit.templates.engine;

/** A tag that cannot be read; its message is a sentence for the author. */
final class TemplateSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    TemplateSyntaxException(String sentence) {
        super(sentence, null, false, false);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
