package io.godwit.smtp.client;

import io.godwit.smtp.RelaySettings;

/**
 * The login of a session.
 *
 * @param secret a password, or the access token of XOAUTH2 and OAUTHBEARER
 * @param withoutTls whether the secret may be shown to another machine over a connection without TLS
 */
public record SmtpCredentials(RelaySettings.Auth mechanism, String username, String secret, boolean withoutTls) {

    /** Creates a login whose secret another machine is shown over TLS only. */
    public SmtpCredentials(RelaySettings.Auth mechanism, String username, String secret) {
        this(mechanism, username, secret, false);
    }

    @Override
    public String toString() {
        return "SmtpCredentials[" + mechanism + ", " + username + "]";
    }
}
