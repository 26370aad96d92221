package io.godwit.smtp.client;

import io.godwit.smtp.RelaySettings;
import io.vertx.core.net.ClientSSLOptions;
import java.util.Optional;

/**
 * The encryption of a connection and the check of the certificate.
 *
 * @param options the trust and the check of the name; equal options share one TLS context, so callers should reuse them
 * @param verification a word for the log about how {@code options} check the certificate
 * @param serverName the name the client asks for in the handshake; empty: that of the server it connects to
 */
public record TlsPolicy(
        RelaySettings.Tls mode, ClientSSLOptions options, String verification, Optional<String> serverName) {

    /** Creates a policy under which the client asks for the name of the server it connects to. */
    public TlsPolicy(RelaySettings.Tls mode, ClientSSLOptions options, String verification) {
        this(mode, options, verification, Optional.empty());
    }

    /** No encryption. */
    public static final TlsPolicy NONE = new TlsPolicy(RelaySettings.Tls.NONE, anyCertificate(), "none");

    /**
     * STARTTLS when offered, any certificate: still better than nothing (RFC 7435). When the handshake fails, the server is
     * connected to once more without encryption, unless the session logs in.
     */
    public static final TlsPolicy OPPORTUNISTIC =
            new TlsPolicy(RelaySettings.Tls.OPPORTUNISTIC, anyCertificate(), "none");

    /** Returns the policy for a relay: a certificate that is required is checked, with the relay's name. */
    public static TlsPolicy of(RelaySettings.Tls mode) {
        return switch (mode) {
            case NONE -> NONE;
            case OPPORTUNISTIC -> OPPORTUNISTIC;
            case REQUIRED, IMPLICIT -> new TlsPolicy(mode, knownCertificate(), "pkix");
        };
    }

    /** Returns options that accept any certificate. */
    public static ClientSSLOptions anyCertificate() {
        return new ClientSSLOptions().setTrustAll(true).setHostnameVerificationAlgorithm("");
    }

    /** Returns options that want a certificate of the server's name from an authority the JVM trusts. */
    public static ClientSSLOptions knownCertificate() {
        return new ClientSSLOptions().setHostnameVerificationAlgorithm("HTTPS");
    }
}
