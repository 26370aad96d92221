package io.godwit.sending;

/** The source of an email; each source has a lane of its own in every project. */
public enum EmailSource {
    TRANSACTIONAL((short) 0),
    WORKFLOW((short) 1),
    CAMPAIGN((short) 2);

    private final short lane;

    EmailSource(short lane) {
        this.lane = lane;
    }

    /** Returns the lane's code in the outbox. */
    public short lane() {
        return lane;
    }
}
