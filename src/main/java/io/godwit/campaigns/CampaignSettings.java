package io.godwit.campaigns;

import java.time.Duration;

/**
 * How campaigns are sent.
 *
 * @param page members of an audience that become mail in one transaction
 * @param lease how long a campaign stays with a node that gives no sign of life
 */
public record CampaignSettings(int page, Duration lease) {}
