package io.godwit.chaos;

import io.godwit.chaos.HitLedger.Kind;
import io.godwit.chaos.HitLedger.TrackedRequest;
import io.godwit.kit.smtp.SinkMessage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

/**
 * A client that fetches the pictures of received emails, or follows their links, some of them several times; each at one node and
 * without trying again, as programs for email do.
 */
final class HitTraffic {

    /** The pictures and links of so many emails are fetched, the newest ones. */
    private static final int NEWEST = 40;

    private static final Pattern PICTURE = Pattern.compile("<img src=\"[^\"]*(/o/[\\w-]+)\"");
    private static final Pattern LINK = Pattern.compile("<a href=\"[^\"]*(/c/[\\w-]+/[\\w-]+)\"");
    private static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

    private final ChaosNodes nodes;
    private final Kind kind;
    private final Queue<TrackedRequest> requests = new ConcurrentLinkedQueue<>();
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private volatile Instant last = Instant.EPOCH;

    HitTraffic(ChaosNodes nodes, Kind kind) {
        this.nodes = nodes;
        this.kind = kind;
    }

    /** Fetches one picture or link, as soon as there is an email. */
    void call(int number) {
        var messages = nodes.sink().messages();
        if (!messages.isEmpty()) {
            var back = number * 7 % Math.min(NEWEST, messages.size());
            fetch(number % ChaosNodes.NODES, messages.get(messages.size() - 1 - back));
        }
    }

    private void fetch(int node, SinkMessage message) {
        var at = Instant.now();
        var isAnswered = isAnswered(node, path(message));
        requests.add(new TrackedRequest(id(message), kind, node, isAnswered, at));
        last = Instant.now();
    }

    /** The id of an email is the beginning of its Message-ID. */
    private static String id(SinkMessage message) {
        return message.messageId().split("\\.", 2)[0];
    }

    /** The path of the picture or the link, of which the message has one each, in quoted-printable (RFC 2045 §6.7). */
    private String path(SinkMessage message) {
        var pattern = kind == Kind.OPEN ? PICTURE : LINK;
        var found = pattern.matcher(message.text().replace("=\r\n", "").replace("=3D", "="));
        if (!found.find()) {
            throw new AssertionError("There is no " + pattern + " in " + message.text());
        }
        return found.group(1);
    }

    private boolean isAnswered(int node, String path) {
        var uri = URI.create("http://127.0.0.1:" + nodes.node(node).port() + path);
        var request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(30))
                .header("User-Agent", BROWSER)
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == (kind == Kind.OPEN ? 200 : 302);
        } catch (IOException noAnswer) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    List<TrackedRequest> requests() {
        return List.copyOf(requests);
    }

    /** The end of the last fetch. */
    Instant last() {
        return last;
    }
}
