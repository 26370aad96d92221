package io.godwit.domains;

import java.net.URI;
import java.util.Optional;

/**
 * The form of tracked links on a customer's own host: as those on this server's address, but for the host.
 *
 * @param before the text before the host
 * @param after the text behind the host
 */
public record LinkBase(String before, String after) {

    /**
     * The form of links for these addresses. Port and path are those of {@code publicUrl}; if the scheme is another one,
     * the port is that scheme's default. Empty when {@code publicUrl} has TLS and {@code tls} is not set: a link to a host
     * without a certificate would not work.
     *
     * @param publicUrl this server's address, without a trailing slash
     * @param tls true: the customers' hosts are reached by TLS
     */
    public static Optional<LinkBase> of(String publicUrl, Optional<Boolean> tls) {
        var base = URI.create(publicUrl);
        var isPublicUrlTls = base.getScheme().equals("https");
        if (isPublicUrlTls && tls.isEmpty()) {
            return Optional.empty();
        }
        var isTls = tls.orElse(false);
        var port = isTls == isPublicUrlTls && base.getPort() >= 0 ? ":" + base.getPort() : "";
        return Optional.of(new LinkBase(isTls ? "https://" : "http://", port + base.getRawPath()));
    }

    String at(String host) {
        return before + host + after;
    }
}
