package io.godwit.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.godwit.compare.RecordedRequest.RequestContent;
import io.godwit.compare.RecordedRequest.Variants;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Derives from a right request those that clients get wrong: credentials, ids, members, types, JSON, paging. */
final class RequestVariants {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NAMED_SEGMENT = Pattern.compile("(?<=/)\\$(\\w+)(?=/|\\?|$)");
    private static final String UNKNOWN_ID = new UUID(0x1234_5678_9abc_4000L, 0x8000_1234_5678_9abcL).toString();
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String JSON_TYPE = "application/json";

    private static final List<String> QUERIES = List.of(
            "limit=1",
            "limit=0",
            "limit=-1",
            "limit=101",
            "limit=many",
            "cursor=nonsense",
            "page=1&pageSize=1",
            "page=999",
            "page=0",
            "pageSize=101",
            "nonsense=1");

    private final RecordedRequest right;
    private final List<RecordedRequest> variants = new ArrayList<>();

    private RequestVariants(RecordedRequest right) {
        this.right = right;
    }

    /** The variants of a right request in the order they are to be sent in, before it. */
    static List<RecordedRequest> of(RecordedRequest right, EndpointPatterns patterns) {
        var request = new RequestVariants(right);
        var wanted = right.sequel().variants();
        if (wanted != Variants.NONE) {
            request.credentials();
            request.ids();
            request.method(patterns.otherMethod(right.target()));
        }
        if (wanted == Variants.ALL) {
            request.addresses();
            request.bodies();
        }
        return List.copyOf(request.variants);
    }

    private void credentials() {
        by("without credentials", RequestCaller.NOBODY);
        by("with the public key", RequestCaller.PUBLIC);
        by("with an unknown key", RequestCaller.UNKNOWN);
        if (right.target().contains("$")) {
            by("with the key of another project", RequestCaller.OTHER);
        }
        if (right.method().equals("GET")) {
            by("with the secret key", RequestCaller.SECRET);
            by("signed in", RequestCaller.USER);
            by("signed in without a project", RequestCaller.ACCOUNT);
        }
    }

    private void by(String how, RequestCaller caller) {
        if (caller != right.caller()) {
            variants.add(right.varied(how).by(caller));
        }
    }

    private void ids() {
        var segments = NAMED_SEGMENT.matcher(right.target());
        while (segments.find()) {
            var before = right.target().substring(0, segments.start());
            var behind = right.target().substring(segments.end());
            at("with an unknown id for " + segments.group(1), before + UNKNOWN_ID + behind);
            at("with a word for " + segments.group(1), before + "nonsense" + behind);
        }
    }

    private void at(String how, String target) {
        variants.add(right.varied(how).at(right.method(), target));
    }

    private void method(String other) {
        variants.add(right.varied("with " + other).at(other, right.target()));
    }

    private void addresses() {
        var separator = right.target().contains("?") ? "&" : "?";
        if (right.method().equals("GET")) {
            at("below /api", "/api" + right.target());
            QUERIES.forEach(query -> at("with " + query, right.target() + separator + query));
        } else {
            at("with nonsense=1", right.target() + separator + "nonsense=1");
        }
    }

    private void bodies() {
        if (right.method().equals("GET")) {
            return;
        }
        with("without a body", Optional.empty(), Optional.empty());
        with("with JSON that ends early", Optional.of("{\"email\":"), Optional.of(JSON_TYPE));
        with("with an array for a body", Optional.of("[]"), Optional.of(JSON_TYPE));
        with("as text", Optional.of(right.content().body().orElse("text")), Optional.of("text/plain"));
        if (right.content().headers().getOrDefault(CONTENT_TYPE, JSON_TYPE).equals(JSON_TYPE)) {
            members(right.content().body().map(RequestVariants::object).orElse(JSON.createObjectNode()));
        }
    }

    private void members(ObjectNode body) {
        with("with an empty object", JSON.createObjectNode());
        with("with an unknown member", body.deepCopy().put("nonsense", 1));
        body.fieldNames().forEachRemaining(member -> {
            with("without " + member, body.deepCopy().without(member));
            with("with null for " + member, body.deepCopy().set(member, NullNode.getInstance()));
            with("with another type for " + member, body.deepCopy().set(member, otherType(body.get(member))));
        });
    }

    private void with(String how, JsonNode body) {
        with(how, Optional.of(body.toString()), Optional.of(JSON_TYPE));
    }

    private void with(String how, Optional<String> body, Optional<String> contentType) {
        var headers = new HashMap<>(right.content().headers());
        headers.remove(CONTENT_TYPE);
        contentType.ifPresent(type -> headers.put(CONTENT_TYPE, type));
        variants.add(right.varied(how).with(new RequestContent(body, Map.copyOf(headers))));
    }

    private static JsonNode otherType(JsonNode value) {
        if (value.isTextual()) {
            return IntNode.valueOf(5);
        }
        return value.isNumber() ? BooleanNode.TRUE : TextNode.valueOf("nonsense");
    }

    private static ObjectNode object(String body) {
        try {
            return (ObjectNode) JSON.readTree(body);
        } catch (JsonProcessingException unreadable) {
            throw new IllegalArgumentException("No object: " + body, unreadable);
        }
    }
}
