package io.godwit.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests which classes of traces a node loads, which the JVM writes into a file. */
class TracesOffIT {

    private static final String NAME = "io.godwit.traces.";

    @Test
    void aNodeWithoutTracesLoadsNothingOfThem() throws IOException {
        assertThat(loaded(Map.of()))
                .contains("Tracer")
                .doesNotContain(
                        "RecordingTracer", "SpanExporter", "RecordedSpan", "OtlpClient", "OtlpEncoder", "TraceMetrics");
    }

    @Test
    void aNodeWithTracesLoadsThem() throws IOException {
        assertThat(loaded(Map.of("GODWIT_TRACES_ENDPOINT", "http://127.0.0.1:9", "GODWIT_TRACES_SAMPLE_RATIO", "1")))
                .contains("Tracer", "RecordingTracer", "SpanExporter", "RecordedSpan", "OtlpClient", "OtlpEncoder");
    }

    /** The simple names of the classes of this package that are loaded until an event is tracked and an email is sent. */
    private static List<String> loaded(Map<String, String> settings) throws IOException {
        var file = Files.createTempFile("godwit-classes-", ".txt");
        var environment = new HashMap<>(settings);
        environment.put("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + file);
        environment.put("GODWIT_DEMO_PROJECTS", "1");
        try (var server = JarServer.startUnpacked(environment)) {
            var project = server.demo();
            var key = project.getString("secretKey");
            var tracked = server.api()
                    .post(
                            "/v1/track",
                            key,
                            new JsonObject().put("event", "seen").put("email", "ada@example.com"));
            assertThat(tracked.isOk()).isTrue();
            var sent = server.api()
                    .post(
                            "/v1/send",
                            key,
                            new JsonObject()
                                    .put("to", "ada@example.com")
                                    .put("from", "hello@" + project.getString("domain"))
                                    .put("subject", "Hello")
                                    .put("body", "<p>Hello</p>"));
            assertThat(sent.isOk()).isTrue();
        }
        return names(file);
    }

    private static List<String> names(Path file) throws IOException {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.contains(NAME))
                    .map(line ->
                            line.substring(line.indexOf(NAME) + NAME.length()).split(" ", 2)[0])
                    .toList();
        }
    }
}
