package io.godwit.sending.log;

/** The source of an email of the log, as the column {@code emails.source} has it. */
enum EmailSourceType {
    TRANSACTIONAL,
    CAMPAIGN,
    WORKFLOW,
    /** The email was received. */
    INBOUND
}
