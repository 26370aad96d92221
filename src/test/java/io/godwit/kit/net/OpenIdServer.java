package io.godwit.kit.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.http.NettyWrapper;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;

/** A real OpenID server, whose page says yes at once; every path is an issuer with keys of its own. */
public final class OpenIdServer {

    /** An issuer that no test uses. */
    private static final String WARM_UP = "warm-up";

    private OpenIdServer() {}

    public static MockOAuth2Server start() {
        var config =
                new OAuth2Config(false, null, null, false, new OAuth2TokenProvider(), Set.of(), new NettyWrapper(null));
        var server = new MockOAuth2Server(config);
        server.start();
        warmUp(server);
        return server;
    }

    /**
     * Asks for what a sign-in asks for: the first answers load classes and make keys, which on a busy machine takes longer than the
     * ten seconds that a node waits for a provider.
     */
    private static void warmUp(MockOAuth2Server server) {
        server.issueToken(WARM_UP, "nobody");
        get(server.wellKnownUrl(WARM_UP).uri());
        get(server.jwksUrl(WARM_UP).uri());
    }

    private static void get(URI address) {
        try {
            HttpClient.newHttpClient().send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
