package io.godwit.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.godwit.compare.RecordedRequest.Kept;
import io.godwit.compare.RecordedRequest.Until;
import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer of one version.
 *
 * @param text the body as it came
 * @param json the body where it is JSON, otherwise missing
 */
record RecordedAnswer(int status, HttpHeaders headers, String text, JsonNode json) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static RecordedAnswer of(int status, HttpHeaders headers, String text) {
        return new RecordedAnswer(status, headers, text, json(headers, text));
    }

    private static JsonNode json(HttpHeaders headers, String text) {
        if (!headers.firstValue("content-type").orElse("").startsWith("application/json")) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException unreadable) {
            return MissingNode.getInstance();
        }
    }

    boolean fulfils(Optional<Until> until) {
        return until.isEmpty()
                || json.at(until.get().pointer()).asText().equals(until.get().value());
    }

    /** Returns whether it only says that the caller is too fast. */
    boolean isTooFast() {
        return status == 429 && json.at("/error/code").asText().equals("RATE_LIMIT_EXCEEDED");
    }

    /** The value to keep; a word that no id looks like where the answer has none. */
    String value(Kept kept) {
        var value = kept.pointer().equals("cookie")
                ? headers.allValues("set-cookie").stream()
                        .map(cookie -> cookie.replaceAll(";.*", ""))
                        .collect(Collectors.joining("; "))
                : json.at(kept.pointer()).asText();
        if (kept.part().isPresent()) {
            var found = kept.part().get().matcher(value);
            return found.find() ? found.group(1) : "missing";
        }
        return value.isEmpty() ? "missing" : value;
    }
}
