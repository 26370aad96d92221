package io.godwit.billing;

/** The source of an email, for which limits are set, independent of its class. */
public enum QuotaCategory {
    WORKFLOWS,
    CAMPAIGNS,
    TRANSACTIONAL,
    INBOUND
}
