package io.godwit.campaigns;

import java.time.Duration;

/**
 * The settings of sending campaigns.
 *
 * @param page members of an audience whose emails are inserted in one transaction
 * @param lease the time a campaign stays claimed by a node that does not renew its lease
 */
public record CampaignSettings(int page, Duration lease) {}
