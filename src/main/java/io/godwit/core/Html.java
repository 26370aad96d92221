package io.godwit.core;

import org.jspecify.annotations.Nullable;

/**
 * Escapes a value for HTML, between tags and inside quoted attributes alike: besides the five characters of the OWASP rule the
 * backtick is escaped, which old mail clients take for a quote.
 */
public final class Html {

    private Html() {}

    public static String escape(String value) {
        for (var at = 0; at < value.length(); at++) {
            if (entity(value.charAt(at)) != null) {
                return escapedFrom(value, at);
            }
        }
        return value;
    }

    private static String escapedFrom(String value, int start) {
        var escaped = new StringBuilder(value.length() + 32).append(value, 0, start);
        for (var at = start; at < value.length(); at++) {
            var character = value.charAt(at);
            var entity = entity(character);
            if (entity == null) {
                escaped.append(character);
            } else {
                escaped.append(entity);
            }
        }
        return escaped.toString();
    }

    private static @Nullable String entity(char character) {
        return switch (character) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> "&quot;";
            case '\'' -> "&#39;";
            case '`' -> "&#96;";
            default -> null;
        };
    }
}
