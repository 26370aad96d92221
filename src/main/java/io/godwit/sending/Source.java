package io.godwit.sending;

/** Where an email comes from; each has a lane of its own in every project. */
public enum Source {
    TRANSACTIONAL,
    WORKFLOW,
    CAMPAIGN;

    /** The lane's code in the outbox. */
    public short lane() {
        return (short) ordinal();
    }
}
