package io.godwit.web.body;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Parses the parameters after a header's value, such as {@code form-data; name="file"; filename="a.csv"}. Of a name given twice
 * the first counts. In a quoted value only {@code \"} stands for something else: browsers send the backslashes of a path as they
 * are (RFC 7578 §4.2 leaves it to them).
 */
final class HeaderParameterParser {

    private final String text;
    private final Map<String, String> nameToValue = new HashMap<>();
    private int at;

    private HeaderParameterParser(String text) {
        this.text = text;
    }

    static HeaderParameterParser of(String header) {
        var parameters = new HeaderParameterParser(header);
        parameters.at = header.indexOf(';');
        while (parameters.at >= 0 && parameters.at < header.length()) {
            parameters.readOne();
        }
        return parameters;
    }

    Optional<String> get(String name) {
        return Optional.ofNullable(nameToValue.get(name));
    }

    private void readOne() {
        at++;
        var equals = text.indexOf('=', at);
        if (equals < 0) {
            at = -1;
            return;
        }
        var name = text.substring(at, equals).strip().toLowerCase(Locale.ROOT);
        at = equals + 1;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        nameToValue.putIfAbsent(name, at < text.length() && text.charAt(at) == '"' ? quoted() : bare());
    }

    private String bare() {
        var end = text.indexOf(';', at);
        var value = text.substring(at, end < 0 ? text.length() : end).strip();
        at = end;
        return value;
    }

    private String quoted() {
        var value = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            if (text.startsWith("\\\"", at)) {
                at++;
            }
            value.append(text.charAt(at));
        }
        at = text.indexOf(';', at);
        return value.toString();
    }
}
