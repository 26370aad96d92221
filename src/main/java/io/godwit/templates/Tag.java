package io.godwit.templates;

/**
 * One {@code {{…}}} as written.
 *
 * @param start offset of its first brace
 * @param end offset after its last brace
 * @param word the path, or for {@link Kind#BROKEN} what is wrong with it
 */
record Tag(Kind kind, int start, int end, String word, String fallback, boolean raw) {

    /** What a tag asks for. */
    enum Kind {
        VALUE,
        IF,
        ELSE,
        END_IF,
        EACH,
        END_EACH,
        /** Stays literal text. */
        BROKEN
    }

    private static final String ELVIS = "??";

    /** Reads what stands between the braces. */
    static Tag parse(String inside, int start, int end, boolean raw) {
        var text = inside.strip();
        if (text.isEmpty()) {
            return broken(start, end, "A placeholder needs a name between its braces");
        }
        if (text.charAt(0) == '#' || text.charAt(0) == '/' || text.equals("else")) {
            return block(text, start, end);
        }
        return value(text, start, end, raw);
    }

    static Tag broken(int start, int end, String problem) {
        return new Tag(Kind.BROKEN, start, end, problem, "", false);
    }

    Tag broken(String problem) {
        return broken(start, end, problem);
    }

    private static Tag block(String text, int start, int end) {
        return switch (text) {
            case "else" -> mark(Kind.ELSE, start, end);
            case "/if" -> mark(Kind.END_IF, start, end);
            case "/each" -> mark(Kind.END_EACH, start, end);
            default -> opening(text, start, end);
        };
    }

    private static Tag opening(String text, int start, int end) {
        var gap = 0;
        while (gap < text.length() && !Character.isWhitespace(text.charAt(gap))) {
            gap++;
        }
        var path = text.substring(gap).strip();
        return switch (text.substring(0, gap)) {
            case "#if" -> opening(Kind.IF, path, start, end);
            case "#each" -> opening(Kind.EACH, path, start, end);
            default -> broken(start, end, "Only #if, else, /if, #each and /each are known here");
        };
    }

    private static Tag opening(Kind kind, String path, int start, int end) {
        return path.isEmpty()
                ? broken(start, end, "#if and #each need the name of a value")
                : new Tag(kind, start, end, path, "", false);
    }

    private static Tag mark(Kind kind, int start, int end) {
        return new Tag(kind, start, end, "", "", false);
    }

    private static Tag value(String text, int start, int end, boolean raw) {
        var elvis = text.indexOf(ELVIS);
        if (elvis < 0) {
            return new Tag(Kind.VALUE, start, end, text, "", raw);
        }
        var path = text.substring(0, elvis).strip();
        var fallback = unquoted(text.substring(elvis + ELVIS.length()).strip());
        return path.isEmpty()
                ? broken(start, end, "The name before ?? is missing")
                : new Tag(Kind.VALUE, start, end, path, fallback, raw);
    }

    private static String unquoted(String text) {
        var last = text.length() - 1;
        var quoted =
                last > 0 && (text.charAt(0) == '"' || text.charAt(0) == '\'') && text.charAt(0) == text.charAt(last);
        return quoted ? text.substring(1, last) : text;
    }
}
