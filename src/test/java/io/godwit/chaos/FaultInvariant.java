package io.godwit.chaos;

/** A statement that holds after every fault. */
enum FaultInvariant {
    /** Accepted work is done, or ended with a reason. */
    NO_LOSS,
    /**
     * A recipient has one copy, and one more of the same for each fault that left the email in doubt: as many for each fault as were
     * under way.
     */
    FEW_COPIES,
    /** Nothing is done that was refused or never asked for, and nothing twice. */
    NO_PHANTOM,
    /** A rest ends once, never before it is due, and soon after. */
    TIMERS,
    /** Figures are what they count. */
    COUNTS,
    /** No project sees anything of another. */
    TENANCY,
    /** Every queue runs empty. */
    LIVENESS,
    /** Nodes stay sound: no uncaught exception, no leak, a small heap. */
    HEALTH
}
