package io.godwit.campaigns;

/** Where a campaign is; see the package's page for the moves. */
enum CampaignStatus {
    DRAFT,
    SCHEDULED,
    SENDING,
    PAUSED,
    SENT,
    CANCELLED
}
