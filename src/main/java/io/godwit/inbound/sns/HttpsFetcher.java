package io.godwit.inbound.sns;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Fetches resources with Java's HTTP client: host certificates are checked, redirects are not followed. */
public final class HttpsFetcher implements CertificateFetcher {

    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(5);

    /** Max bytes of an answer; a certificate has some two thousand. */
    private static final int MAX_BYTES = 64 << 10;

    @Override
    public Fetched get(URI address) throws IOException {
        var request = HttpRequest.newBuilder(address).timeout(ANSWER).build();
        try {
            var answer = Client.CLIENT.send(request, BodyHandlers.ofInputStream());
            try (var body = answer.body()) {
                return new Fetched(answer.statusCode(), body.readNBytes(MAX_BYTES));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The server is stopping");
        }
    }

    /** Made by the first fetch: reading the certificates of all authorities takes a tenth of a second of a core. */
    private static final class Client {

        private static final HttpClient CLIENT = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }
}
