package io.godwit.billing;

/** What limits are set for: the road a mail takes, whatever its class. */
public enum QuotaCategory {
    WORKFLOWS,
    CAMPAIGNS,
    TRANSACTIONAL,
    INBOUND
}
