package io.godwit.smtp.client;

import io.godwit.smtp.RelaySettings;

/**
 * The login of a session.
 *
 * @param secret a password, or the access token of XOAUTH2 and OAUTHBEARER
 */
public record SmtpCredentials(RelaySettings.Auth mechanism, String username, String secret) {

    @Override
    public String toString() {
        return "SmtpCredentials[" + mechanism + ", " + username + "]";
    }
}
