package io.godwit.config;

/** What a node does; by default all of it. */
public enum NodeRole {
    /** Answers requests; brings its own ingest verticles. */
    HTTP,
    /** Hands mail to the mail server. */
    SEND,
    /** Keeps segments up to date. */
    SEGMENT,
    /** Sends campaigns. */
    CAMPAIGN,
    /** Carries contacts through workflows, and makes their calls of webhooks. */
    WORKFLOW,
    /** Checks the records of domains. */
    DOMAIN,
    /** Keeps house, and carries out imports and bulk operations. */
    JOB
}
