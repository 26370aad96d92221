package io.godwit.templates.engine;

import io.godwit.templates.engine.TagLexer.Kind;
import io.godwit.templates.engine.TagLexer.Token;
import java.util.List;

/** The tokens of one tag, taken from left to right. The methods throw for a token that is not the expected one. */
final class TokenCursor {

    private final String source;
    private final List<Token> tokens;
    private int next;

    TokenCursor(String text) throws TemplateSyntaxException {
        this.source = text;
        this.tokens = TagLexer.tokens(text);
    }

    Token peek() {
        return tokens.get(next);
    }

    /** Returns the token after the next one; the next one must not be the end. */
    Token peekSecond() {
        return tokens.get(next + 1);
    }

    Token take() {
        return tokens.get(next++);
    }

    boolean isAtEnd() {
        return peek().kind() == Kind.END;
    }

    void requireEnd() throws TemplateSyntaxException {
        if (!isAtEnd()) {
            throw unexpected();
        }
    }

    /** Returns the exception for a next token that fits nowhere. */
    TemplateSyntaxException unexpected() {
        if (isAtEnd()) {
            return new TemplateSyntaxException("Something is missing at the end of this tag");
        }
        var afterName = next > 0 && tokens.get(next - 1).kind() == Kind.NAME && peek().kind() == Kind.NAME;
        return new TemplateSyntaxException("\"" + shown() + "\" was not expected here"
                + (afterName ? "; write a name with blanks in it as [\"first name\"]" : ""));
    }

    private String shown() {
        return peek().text().length() > 40 ? peek().text().substring(0, 40) : peek().text();
    }

    /** Takes the sign if it is next. */
    boolean takes(String sign) {
        var found = peek().is(sign);
        next += found ? 1 : 0;
        return found;
    }

    /** Takes the word if it is next. */
    boolean takesName(String name) {
        var found = peek().isName(name);
        next += found ? 1 : 0;
        return found;
    }

    void require(String sign) throws TemplateSyntaxException {
        if (!takes(sign)) {
            throw isAtEnd() ? new TemplateSyntaxException("A " + sign + " is missing in this tag") : unexpected();
        }
    }

    String name() throws TemplateSyntaxException {
        if (peek().kind() != Kind.NAME) {
            throw isAtEnd() ? new TemplateSyntaxException("A name is missing in this tag") : unexpected();
        }
        return tokens.get(next++).text();
    }

    /** A quoted text. */
    String text() {
        return take().text();
    }

    /** The words from this offset to the next token. */
    String between(int start) {
        return source.substring(start, peek().start());
    }
}
