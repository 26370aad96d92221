package io.godwit.smtp.client;

import io.godwit.smtp.SmtpExchange;
import io.godwit.smtp.TlsFacts;
import java.util.List;
import java.util.Optional;

/**
 * A connection that is greeted, encrypted and logged in.
 *
 * @param lockstep whether each command waits for the reply to the one before, whatever the server offers
 * @param exchanges the dialogue so far
 */
record OpenConnection(
        SmtpTarget target,
        SmtpChannel channel,
        SmtpCapabilities capabilities,
        Optional<TlsFacts> tls,
        boolean lockstep,
        List<SmtpExchange> exchanges) {

    boolean pipelining() {
        return capabilities.pipelining() && !lockstep;
    }
}
