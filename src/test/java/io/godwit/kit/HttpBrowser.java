package io.godwit.kit;

import io.godwit.kit.api.ApiContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A browser as far as cookies and redirects go, and it remembers where it has been. Not to be shared between threads. */
public final class HttpBrowser {

    private static final int MAX_REDIRECTS = 10;

    /** Of this machine, whatever the port, as browsers have it. */
    private final Map<String, String> cookies = new HashMap<>();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final List<URI> visited = new ArrayList<>();

    /** Follows redirects to pages of this machine, and stops before any other. */
    public HttpResponse<String> open(String url) {
        var answer = look(url);
        for (var left = MAX_REDIRECTS;
                left > 0 && location(answer).filter(HttpBrowser::isHere).isPresent();
                left--) {
            answer = look(location(answer).orElseThrow());
        }
        return answer;
    }

    /** Follows none. */
    public HttpResponse<String> look(String url) {
        visited.add(URI.create(url));
        return exchange(HttpRequest.newBuilder(URI.create(url)));
    }

    /** Sends the fields of a form, written as a query. */
    public HttpResponse<String> submit(String url, String fields) {
        return exchange(HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", "same-origin")
                .POST(BodyPublishers.ofString(fields)));
    }

    public static Optional<String> location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location");
    }

    private static boolean isHere(String url) {
        return "localhost".equals(URI.create(url).getHost());
    }

    /** The last place that began like this. */
    public URI visited(String start) {
        return visited.stream()
                .filter(place -> place.toString().startsWith(start))
                .reduce((ignored, second) -> second)
                .orElseThrow(() -> new AssertionError("Never at " + start + " but at " + visited));
    }

    public Optional<String> cookie(String name) {
        return Optional.ofNullable(cookies.get(name));
    }

    private HttpResponse<String> exchange(HttpRequest.Builder request) {
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        try {
            var answer = ApiContract.checked(http.send(request.build(), BodyHandlers.ofString()));
            answer.headers().allValues("Set-Cookie").forEach(this::keep);
            return answer;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private void keep(String setCookie) {
        var pair = setCookie.split(";", 2)[0].split("=", 2);
        cookies.put(pair[0], pair[1]);
    }
}
