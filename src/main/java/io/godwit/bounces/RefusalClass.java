package io.godwit.bounces;

/** The class of a refusal, which decides about the email and its recipient. */
public enum RefusalClass {
    /** No such mailbox or domain. */
    DEAD(Party.RECIPIENT),
    /** The mailbox exists and is disabled or inactive. */
    CLOSED(Party.RECIPIENT),
    /** The mailbox is over its quota or takes no more mail for the moment. */
    FULL(Party.RECIPIENT),
    /** Temporarily refused for some minutes (RFC 6647). */
    GREYLISTED(Party.RECEIVER),
    /** Too many emails, connections or recipients in too short a time. */
    RATE_LIMITED(Party.SENDER),
    /** The sending address is listed or mistrusted. */
    BLOCKED_SOURCE(Party.SENDER),
    /** The sender's domain, or one of the links, is listed or mistrusted. */
    BLOCKED_DOMAIN(Party.SENDER),
    /** Authentication, DMARC, reverse name or encryption is missing: waiting does not help. */
    POLICY(Party.SENDER),
    /** Refused for spam, a virus, an attachment or the form of the header. */
    CONTENT(Party.CONTENT),
    /** Larger than the receiver takes. */
    SIZE(Party.CONTENT),
    /** The receiver's host cannot be found or reached, or the email is in a mail loop. */
    ROUTING(Party.RECEIVER),
    /** A fault of the receiver's mail system, such as a full disk. */
    SYSTEM(Party.RECEIVER),
    /** The server refuses the session: a wrong login, no right to relay, a command it does not understand. */
    SESSION(Party.RELAY),
    /** Nothing is known that tells one of the above. */
    UNKNOWN(Party.UNKNOWN);

    /** The party a refusal is about. */
    public enum Party {
        /** This one address. */
        RECIPIENT,
        /** The recipient's mail system, for a while. */
        RECEIVER,
        /** The sender, its address or its domain: other emails to other recipients will fail as well. */
        SENDER,
        /** The relay between us and the recipient's server: every email will fail. */
        RELAY,
        /** This message. */
        CONTENT,
        /** An unknown party. */
        UNKNOWN
    }

    private final Party party;

    RefusalClass(Party party) {
        this.party = party;
    }

    public Party fault() {
        return party;
    }
}
