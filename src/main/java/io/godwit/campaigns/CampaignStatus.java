package io.godwit.campaigns;

/** The state of a campaign; the package's page explains the transitions. */
enum CampaignStatus {
    DRAFT,
    SCHEDULED,
    SENDING,
    PAUSED,
    SENT,
    CANCELLED
}
