package io.godwit.campaigns;

import io.godwit.core.SettingsReader;
import java.time.Duration;

/**
 * The settings of sending campaigns.
 *
 * @param page members of an audience whose emails are inserted in one transaction
 * @param lease the time a campaign stays claimed by a node that does not renew its lease
 */
public record CampaignSettings(int page, Duration lease) {

    public static CampaignSettings read(SettingsReader reader) {
        return new CampaignSettings(reader.number("campaigns.page", 1, 20_000), reader.duration("campaigns.lease"));
    }
}
