package io.godwit.config;

/** Kinds of work a node does; by default all of them. */
public enum NodeRole {
    /** Answers requests; runs its own ingest verticles. */
    HTTP,
    /** Hands emails to the mail server. */
    SEND,
    /** Keeps segments up to date. */
    SEGMENT,
    /** Sends campaigns. */
    CAMPAIGN,
    /** Moves contacts through workflows, and makes their webhook calls. */
    WORKFLOW,
    /** Checks the DNS records of domains. */
    DOMAIN,
    /** Runs maintenance loops, imports and bulk operations. */
    JOB
}
