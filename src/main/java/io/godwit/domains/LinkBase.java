package io.godwit.domains;

import java.net.URI;
import java.util.Optional;

/**
 * How links are written that lead to us by a name of somebody else's: as those to our own address, but for the host.
 *
 * @param before what stands before the host
 * @param after what stands behind it
 */
public record LinkBase(String before, String after) {

    /**
     * Port and path stay as they are, unless the scheme is another one: then it is that scheme's own port. Empty when our own
     * address is reached by TLS and nobody has said that such names are, too: a link to one without a certificate leads nowhere.
     *
     * @param publicUrl our own address, without a trailing slash
     * @param tls whether such names are reached by TLS
     */
    public static Optional<LinkBase> of(String publicUrl, Optional<Boolean> tls) {
        var ours = URI.create(publicUrl);
        var oursIsTls = ours.getScheme().equals("https");
        if (oursIsTls && tls.isEmpty()) {
            return Optional.empty();
        }
        var isTls = tls.orElse(false);
        var port = isTls == oursIsTls && ours.getPort() >= 0 ? ":" + ours.getPort() : "";
        return Optional.of(new LinkBase(isTls ? "https://" : "http://", port + ours.getRawPath()));
    }

    String at(String host) {
        return before + host + after;
    }
}
