package io.godwit.delivery.routing;

import io.godwit.smtp.SmtpReply;
import java.util.Optional;

/** Signals that a domain has no host an email can be delivered to, now or ever. */
public final class RoutingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient SmtpReply reply;

    /** Creates an exception with the reply that a mail server with this knowledge would give. */
    RoutingException(int code, String enhanced, String sentence) {
        super(sentence, null, false, false);
        this.reply = new SmtpReply(code, Optional.of(enhanced), enhanced + " " + sentence);
    }

    /** Creates the exception of a domain none of whose hosts has an address that may be connected to. */
    public static RoutingException noAddress(String domain) {
        return new RoutingException(
                550, "5.4.4", "No mail host of the domain " + domain + " has an address that mail may be sent to");
    }

    /** Returns the reply to RCPT that says the same; its class is 4 when another attempt may find a host. */
    public SmtpReply reply() {
        return reply;
    }
}
