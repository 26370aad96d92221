package io.godwit.templates.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Splits the inside of a tag into tokens: names, numbers, texts and signs. */
final class TagLexer {

    private static final Set<String> DOUBLE_SIGNS = Set.of("==", "!=", "<>", "<=", ">=", "..");
    private static final String SIGNS = "|:,.[]()<>=";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();

    /** A kind of token. */
    enum Kind {
        NAME,
        NUMBER,
        TEXT,
        SIGN,
        END
    }

    /**
     * One token.
     *
     * @param text a text without its quotes
     * @param start offset of its first character
     */
    record Token(Kind kind, String text, int start) {

        boolean is(String sign) {
            return kind == Kind.SIGN && text.equals(sign);
        }

        boolean isName(String name) {
            return kind == Kind.NAME && text.equals(name);
        }
    }

    private TagLexer(String text) {
        this.text = text;
    }

    /** The last one is {@link Kind#END}. */
    static List<Token> tokens(String text) throws TemplateSyntaxException {
        var lexer = new TagLexer(text);
        var at = 0;
        while (at < text.length()) {
            at = isBlank(text.charAt(at)) ? at + 1 : lexer.token(at);
        }
        lexer.tokens.add(new Token(Kind.END, "", text.length()));
        return lexer.tokens;
    }

    /** Blanks, line ends, and the no-break space editors put in. */
    static boolean isBlank(char character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character);
    }

    private int token(int start) throws TemplateSyntaxException {
        var character = text.charAt(start);
        if (character == '"' || character == '\'') {
            return quoted(start, character);
        } else if (isAlphabetic(character)) {
            return add(Kind.NAME, start, nameEnd(start));
        } else if (isDigit(start) || (character == '-' && isDigit(start + 1))) {
            return add(Kind.NUMBER, start, numberEnd(start + 1));
        }
        return sign(start);
    }

    private int add(Kind kind, int start, int end) {
        tokens.add(new Token(kind, text.substring(start, end), start));
        return end;
    }

    private int quoted(int start, char quote) throws TemplateSyntaxException {
        var end = text.indexOf(quote, start + 1);
        if (end < 0) {
            throw new TemplateSyntaxException("The quote " + quote + " is never closed");
        }
        tokens.add(new Token(Kind.TEXT, text.substring(start + 1, end), start));
        return end + 1;
    }

    private static boolean isAlphabetic(char character) {
        return character == '_' || Character.isLetter(character) || Character.isSurrogate(character);
    }

    private boolean isDigit(int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private int nameEnd(int start) {
        var at = start + 1;
        while (at < text.length() && (isAlphabetic(text.charAt(at)) || isDigit(at) || text.charAt(at) == '-')) {
            at++;
        }
        return at < text.length() && text.charAt(at) == '?' && !text.startsWith("??", at) ? at + 1 : at;
    }

    private int numberEnd(int from) {
        var at = from;
        while (isDigit(at)) {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '.' && isDigit(at + 1)) {
            at++;
            while (isDigit(at)) {
                at++;
            }
        }
        return at;
    }

    private int sign(int start) throws TemplateSyntaxException {
        if (start + 2 <= text.length() && DOUBLE_SIGNS.contains(text.substring(start, start + 2))) {
            return add(Kind.SIGN, start, start + 2);
        } else if (SIGNS.indexOf(text.charAt(start)) >= 0) {
            return add(Kind.SIGN, start, start + 1);
        }
        throw new TemplateSyntaxException("The sign " + text.charAt(start) + " means nothing here");
    }
}
