package io.godwit.domains;

import java.net.URI;
import java.util.Optional;

/**
 * How links are written that lead to us by a name of somebody else's: as those to our own address, but for the host.
 *
 * @param before what stands before the host
 * @param after what stands behind it
 */
public record LinkForm(String before, String after) {

    /**
     * Port and path stay as they are, unless the scheme is another one: then it is that scheme's own port.
     *
     * @param publicUrl our own address, without a trailing slash
     * @param tls whether such names are reached by TLS; empty: where our own address is
     */
    public static LinkForm of(String publicUrl, Optional<Boolean> tls) {
        var ours = URI.create(publicUrl);
        var oursIsTls = ours.getScheme().equals("https");
        var isTls = tls.orElse(oursIsTls);
        var port = isTls == oursIsTls && ours.getPort() >= 0 ? ":" + ours.getPort() : "";
        return new LinkForm(isTls ? "https://" : "http://", port + ours.getRawPath());
    }

    String at(String host) {
        return before + host + after;
    }
}
