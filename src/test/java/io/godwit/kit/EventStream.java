package io.godwit.kit;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** An open stream of server-sent events, and what has come on it so far. */
public final class EventStream implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpResponse<InputStream> answer;
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    /** One event; a {@code retry:} line alone is an event of that name. */
    public record Event(String name, String data) {

        public JsonObject json() {
            return new JsonObject(data);
        }

        public boolean isChangeOf(String topic) {
            return name.equals("changed") && topic.equals(json().getString("topic"));
        }

        /** True when it names this project, which is not the one in the stream's path. */
        public boolean isOf(String project) {
            return project.equals(json().getString("project"));
        }

        public boolean isChangeOf(String topic, String id) {
            return isChangeOf(topic) && id.equals(json().getString("id"));
        }
    }

    private EventStream(HttpResponse<InputStream> answer) {
        this.answer = answer;
        var reader = new Thread(this::read, "event-stream");
        reader.setDaemon(true);
        reader.start();
    }

    /** Asks for a stream; {@code headers} are names and values by turns. */
    public static EventStream open(String url, String... headers) {
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        try {
            var request = HttpRequest.newBuilder(URI.create(url)).headers(headers);
            return new EventStream(http.send(request.build(), BodyHandlers.ofInputStream()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** The stream of a project's changes, with its key. */
    public static EventStream of(TestServer server, int project, String topics) {
        return open(
                server.baseUrl() + "/projects/" + server.projectId(project) + "/stream?topics=" + topics,
                "Authorization",
                "Bearer " + server.secretKey(project));
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            var name = "";
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    name = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    events.add(new Event(name, line.substring("data: ".length())));
                } else if (line.startsWith("retry: ")) {
                    events.add(new Event("retry", line.substring("retry: ".length())));
                }
            }
        } catch (IOException cut) {
            events.add(new Event("cut", String.valueOf(cut.getMessage())));
        } finally {
            ended = true;
        }
    }

    public int status() {
        return answer.statusCode();
    }

    public HttpResponse<InputStream> answer() {
        return answer;
    }

    public List<Event> events() {
        return List.copyOf(events);
    }

    /** True once the server has ended it. */
    public boolean isEnded() {
        return ended;
    }

    /** Drops what has come so far. */
    public void forget() {
        events.clear();
    }

    /** The first such event, waiting for it. */
    public Event next(Predicate<Event> wanted) {
        return await().atMost(TIMEOUT)
                .until(() -> events.stream().filter(wanted).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    /** Waits for a change of something of the topic. */
    public Event nextChange(String topic) {
        return next(event -> event.isChangeOf(topic));
    }

    public void awaitEnd() {
        await().atMost(TIMEOUT).until(this::isEnded);
    }

    @Override
    public void close() {
        try {
            answer.body().close();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
