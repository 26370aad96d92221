package io.godwit.smtp.server;

import io.godwit.smtp.server.SmtpHandler.SmtpPeer;

/** The lines of a reply to EHLO after the first: the extensions a server offers to one client. */
final class SmtpExtensions {

    private SmtpExtensions() {}

    /** @param encryption whether TLS may begin now */
    static String offered(SmtpServerSettings settings, SmtpHandler handler, SmtpPeer peer, boolean encryption) {
        return "250-8BITMIME\r\n250-PIPELINING\r\n250-ENHANCEDSTATUSCODES\r\n"
                + (encryption ? "250-STARTTLS\r\n" : "")
                + (handler.refusalOfLogin(peer).isEmpty() ? "250-AUTH " + SaslExchange.MECHANISMS + "\r\n" : "")
                + "250-SMTPUTF8\r\n250-LIMITS RCPTMAX=" + settings.recipients() + "\r\n250 SIZE " + settings.size();
    }
}
