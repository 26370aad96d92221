package io.godwit.kit.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.godwit.kit.net.HttpReceiver.Hit;
import io.godwit.kit.net.HttpReceiver.Manner;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A collector over a bare socket. It reads each batch with the official classes of OTLP, which refuse a member they do not know,
 * after it has written the ids from hex into base64: that is the one thing in which OTLP/JSON is not the JSON of protobuf.
 */
public final class OtlpReceiver implements AutoCloseable {

    private static final String PATH = "/v1/traces";
    private static final Pattern ID = Pattern.compile("\"(traceId|spanId|parentSpanId)\":\"([0-9a-f]*)\"");

    private final HttpReceiver http;

    private OtlpReceiver(HttpReceiver http) {
        this.http = http;
    }

    /** Answers in these manners, one after the other; the last one goes on. */
    public static OtlpReceiver start(Manner... manners) {
        return new OtlpReceiver(HttpReceiver.start().on(PATH, manners));
    }

    /** Takes everything. */
    public static OtlpReceiver start() {
        return start(HttpReceiver.body(200, "{\"partialSuccess\":{}}"));
    }

    public String endpoint() {
        return http.url("");
    }

    public List<Hit> batches() {
        return http.hits(PATH);
    }

    public List<ExportTraceServiceRequest> requests() {
        return batches().stream().map(hit -> read(hit.body())).toList();
    }

    /** All spans that came, those of a batch that came twice once. */
    public Collection<Span> spans() {
        var idToSpan = new LinkedHashMap<ByteString, Span>();
        requests().stream()
                .flatMap(request -> request.getResourceSpansList().stream())
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .forEach(span -> idToSpan.put(span.getSpanId(), span));
        return idToSpan.values();
    }

    public List<Span> named(String name) {
        return spans().stream().filter(span -> span.getName().equals(name)).toList();
    }

    /** The only one of this name. */
    public Span only(String name) {
        assertThat(named(name)).as(name).hasSize(1);
        return named(name).get(0);
    }

    public static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    /** The attribute as text; empty for one the span does not have. */
    public static Optional<String> attribute(Span span, String name) {
        return Optional.ofNullable(attributes(span.getAttributesList()).get(name));
    }

    public static Map<String, String> attributes(List<KeyValue> attributes) {
        var nameToValue = new LinkedHashMap<String, String>();
        for (var attribute : attributes) {
            var value = attribute.getValue();
            nameToValue.put(
                    attribute.getKey(),
                    value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue());
        }
        return nameToValue;
    }

    private static ExportTraceServiceRequest read(String json) {
        try {
            var request = ExportTraceServiceRequest.newBuilder();
            JsonFormat.parser().merge(ID.matcher(json).replaceAll(OtlpReceiver::inBase64), request);
            return request.build();
        } catch (InvalidProtocolBufferException misfit) {
            throw new AssertionError("This is not OTLP: " + json, misfit);
        }
    }

    private static String inBase64(java.util.regex.MatchResult id) {
        var bytes = HexFormat.of().parseHex(id.group(2));
        return Matcher.quoteReplacement(
                "\"" + id.group(1) + "\":\"" + Base64.getEncoder().encodeToString(bytes) + "\"");
    }

    @Override
    public void close() {
        http.close();
    }
}
