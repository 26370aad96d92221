package io.godwit.kit.net;

import java.util.Set;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.http.NettyWrapper;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;

/** A real OpenID server, whose page says yes at once; every path is an issuer with keys of its own. */
public final class OpenIdServer {

    private OpenIdServer() {}

    public static MockOAuth2Server start() {
        var config =
                new OAuth2Config(false, null, null, false, new OAuth2TokenProvider(), Set.of(), new NettyWrapper(null));
        var server = new MockOAuth2Server(config);
        server.start();
        return server;
    }
}
