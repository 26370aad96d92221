package io.godwit.sending;

/** Where an email comes from; each has a lane of its own in every project. */
public enum EmailSource {
    TRANSACTIONAL((short) 0),
    WORKFLOW((short) 1),
    CAMPAIGN((short) 2);

    private final short lane;

    EmailSource(short lane) {
        this.lane = lane;
    }

    /** The lane's code in the outbox. */
    public short lane() {
        return lane;
    }
}
