package io.godwit.bounces;

/** The meaning of a refusal: whom it is about, and so what may follow from it. */
public enum RefusalClass {
    /** No such mailbox or domain. */
    DEAD(Party.RECIPIENT),
    /** The mailbox exists and is disabled or inactive. */
    CLOSED(Party.RECIPIENT),
    /** The mailbox is over its quota or takes no more mail for the moment. */
    FULL(Party.RECIPIENT),
    /** Come back in some minutes (RFC 6647). */
    GREYLISTED(Party.RECEIVER),
    /** Too many mails, connections or recipients in too short a time. */
    RATE_LIMITED(Party.SENDER),
    /** The sending address is listed or mistrusted. */
    BLOCKED_SOURCE(Party.SENDER),
    /** The sender's domain, or one of the links, is listed or mistrusted. */
    BLOCKED_DOMAIN(Party.SENDER),
    /** Authentication, DMARC, reverse name or encryption is missing: nothing heals by waiting. */
    POLICY(Party.SENDER),
    /** Spam, a virus, an attachment, the form of the header. */
    CONTENT(Party.CONTENT),
    /** Larger than the receiver takes. */
    SIZE(Party.CONTENT),
    /** The receiver's host cannot be found or reached, or the mail goes in circles. */
    ROUTING(Party.RECEIVER),
    /** A fault of the receiver's mail system, such as a full disk. */
    SYSTEM(Party.RECEIVER),
    /** The server does not let us use it: a wrong login, no right to relay, a command it does not understand. */
    SESSION(Party.RELAY),
    /** Nothing is known that tells one of the above. */
    UNKNOWN(Party.UNKNOWN);

    /** The party a refusal is about. */
    public enum Party {
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

    private final Party fault;

    RefusalClass(Party fault) {
        this.fault = fault;
    }

    public Party fault() {
        return fault;
    }
}
