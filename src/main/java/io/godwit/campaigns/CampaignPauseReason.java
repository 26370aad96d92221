package io.godwit.campaigns;

/** The reason of an automatic pause, as the column {@code campaigns.pause_reason} holds it. */
enum CampaignPauseReason {
    /** The project has reached its monthly limit; the code of the same refusal elsewhere. */
    BILLING_LIMIT_EXCEEDED,
    /** The audience is not found within the time one statement may take. */
    AUDIENCE_TIMEOUT
}
