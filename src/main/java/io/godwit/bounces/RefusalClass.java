package io.godwit.bounces;

/** The meaning of a refusal: whom it is about, and so what may follow from it. */
public enum RefusalClass {
    /** No such mailbox or domain. */
    DEAD(Fault.RECIPIENT),
    /** The mailbox exists and is disabled or inactive. */
    CLOSED(Fault.RECIPIENT),
    /** The mailbox is over its quota or takes no more mail for the moment. */
    FULL(Fault.RECIPIENT),
    /** Come back in some minutes (RFC 6647). */
    GREYLISTED(Fault.RECEIVER),
    /** Too many mails, connections or recipients in too short a time. */
    RATE_LIMITED(Fault.SENDER),
    /** The sending address is listed or mistrusted. */
    BLOCKED_SOURCE(Fault.SENDER),
    /** The sender's domain, or one of the links, is listed or mistrusted. */
    BLOCKED_DOMAIN(Fault.SENDER),
    /** Authentication, DMARC, reverse name or encryption is missing: nothing heals by waiting. */
    POLICY(Fault.SENDER),
    /** Spam, a virus, an attachment, the form of the header. */
    CONTENT(Fault.CONTENT),
    /** Larger than the receiver takes. */
    SIZE(Fault.CONTENT),
    /** The receiver's host cannot be found or reached, or the mail goes in circles. */
    ROUTING(Fault.RECEIVER),
    /** A fault of the receiver's mail system, such as a full disk. */
    SYSTEM(Fault.RECEIVER),
    /** The server does not let us use it: a wrong login, no right to relay, a command it does not understand. */
    SESSION(Fault.RELAY),
    /** Nothing is known that tells one of the above. */
    UNKNOWN(Fault.UNKNOWN);

    /** The party a refusal is about. */
    public enum Fault {
        /** This one address. */
        RECIPIENT,
        /** The recipient's mail system, for a while. */
        RECEIVER,
        /** We, our address or our domain: other mails to other recipients will fail as well. */
        SENDER,
        /** The way from us to the first server: every mail will fail. */
        RELAY,
        /** This message. */
        CONTENT,
        /** Not told. */
        UNKNOWN
    }

    private final Fault fault;

    RefusalClass(Fault fault) {
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
