package io.godwit.delivery.tls;

import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;

/** Fetches MTA-STS policies from the web servers of their domains (RFC 8461 §3.3). */
final class StsPolicyFetcher {

    private static final int OK = 200;

    private final HttpsClient client;
    private final int port;

    /** @param port of the web servers, 443 outside of tests */
    StsPolicyFetcher(HttpsClient client, int port) {
        this.client = client;
        this.port = port;
    }

    /** Signals that no policy was fetched. */
    static final class FetchException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final TlsResult result;

        FetchException(TlsResult result, String sentence) {
            super(sentence, null, false, false);
            this.result = result;
        }

        TlsResult result() {
            return result;
        }
    }

    /** Completes with the file of a valid policy; fails with a {@link FetchException}. */
    Future<String> fetch(String domain) {
        var target = new HttpsClient.RequestTarget("mta-sts." + domain, port, "/.well-known/mta-sts.txt");
        return client.get(target).recover(StsPolicyFetcher::failed).map(StsPolicyFetcher::file);
    }

    private static Future<HttpsClient.Response> failed(Throwable cause) {
        var result = cause instanceof SSLException || cause.getCause() instanceof SSLException
                ? TlsResult.STS_WEBPKI_INVALID
                : TlsResult.STS_POLICY_FETCH_ERROR;
        return Future.failedFuture(new FetchException(result, String.valueOf(cause.getMessage())));
    }

    private static String file(HttpsClient.Response answer) {
        if (answer.status() != OK) {
            throw new FetchException(
                    TlsResult.STS_POLICY_FETCH_ERROR, "The web server answered with " + answer.status());
        }
        var file = answer.body().toString(StandardCharsets.UTF_8);
        if (!answer.type().equals("text/plain") || file.indexOf('\0') >= 0) {
            throw new FetchException(TlsResult.STS_POLICY_INVALID, "The file is no plain text");
        }
        return StsPolicy.parse(file)
                .map(ignored -> file)
                .orElseThrow(
                        () -> new FetchException(TlsResult.STS_POLICY_INVALID, "The file is no policy of RFC 8461"));
    }
}
