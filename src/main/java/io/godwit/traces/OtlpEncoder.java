package io.godwit.traces;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Encodes spans as an {@code ExportTraceServiceRequest} in OTLP/JSON: ids in hex, 64-bit numbers as text, enumerations as
 * numbers (OTLP 1.x, "JSON Protobuf Encoding").
 */
final class OtlpEncoder {

    private static final String SERVICE = "godwit";
    private static final int STATUS_ERROR = 2;
    private static final int USUAL_SPAN_BYTES = 600;

    /** The flag of a recorded span (W3C Trace Context §3.2.2.5.1). */
    private static final int SAMPLED = 1;

    private static final JsonFactory FACTORY = new JsonFactory();

    private final String version;
    private final Map<String, Object> resource = new LinkedHashMap<>();

    /** @param version of this program */
    OtlpEncoder(String version) {
        this.version = version;
        resource.put("service.name", SERVICE);
        resource.put("service.version", version);
        resource.put("service.instance.id", UUID.randomUUID().toString());
        resource.put("host.name", hostName());
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    byte[] encode(List<SpanData> spans) {
        var bytes = new ByteArrayOutputStream(USUAL_SPAN_BYTES * (spans.size() + 1));
        try (var json = FACTORY.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeArrayFieldStart("resourceSpans");
            json.writeStartObject();
            json.writeObjectFieldStart("resource");
            attributes(json, resource);
            json.writeEndObject();
            scope(json, spans);
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private void scope(JsonGenerator json, List<SpanData> spans) throws IOException {
        json.writeArrayFieldStart("scopeSpans");
        json.writeStartObject();
        json.writeObjectFieldStart("scope");
        json.writeStringField("name", "io.godwit");
        json.writeStringField("version", version);
        json.writeEndObject();
        json.writeArrayFieldStart("spans");
        for (var span : spans) {
            span(json, span);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    private static void span(JsonGenerator json, SpanData span) throws IOException {
        json.writeStartObject();
        context(json, span.context());
        if (span.parent().isPresent()) {
            json.writeStringField("parentSpanId", span.parent().get());
        }
        json.writeNumberField("flags", SAMPLED);
        json.writeStringField("name", span.name());
        json.writeNumberField("kind", span.kind().number());
        json.writeStringField("startTimeUnixNano", Long.toString(span.startNanos()));
        json.writeStringField("endTimeUnixNano", Long.toString(span.endNanos()));
        attributes(json, span.nameToAttribute());
        events(json, span.events());
        links(json, span);
        if (span.failed()) {
            json.writeObjectFieldStart("status");
            json.writeNumberField("code", STATUS_ERROR);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void context(JsonGenerator json, TraceContext context) throws IOException {
        json.writeStringField("traceId", context.traceId());
        json.writeStringField("spanId", context.spanId());
    }

    private static void attributes(JsonGenerator json, Map<String, Object> nameToAttribute) throws IOException {
        json.writeArrayFieldStart("attributes");
        for (var attribute : nameToAttribute.entrySet()) {
            json.writeStartObject();
            json.writeStringField("key", attribute.getKey());
            json.writeObjectFieldStart("value");
            json.writeStringField(
                    attribute.getValue() instanceof Long ? "intValue" : "stringValue",
                    attribute.getValue().toString());
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void events(JsonGenerator json, List<SpanData.Event> events) throws IOException {
        json.writeArrayFieldStart("events");
        for (var event : events) {
            json.writeStartObject();
            json.writeStringField("timeUnixNano", Long.toString(event.atNanos()));
            json.writeStringField("name", event.name());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void links(JsonGenerator json, SpanData span) throws IOException {
        json.writeArrayFieldStart("links");
        for (var link : span.links()) {
            json.writeStartObject();
            context(json, link);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("droppedLinksCount", span.droppedLinks());
    }
}
