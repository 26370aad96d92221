package io.godwit.campaigns;

import io.godwit.bus.Topic;
import java.util.UUID;

/** The topics about campaigns on the bus. */
public final class CampaignMessages {

    /** A campaign has something to do. A hint only: the poll finds it too. */
    public static final Topic<Due> DUE = new Topic<>("campaigns.due", Due.class);

    /** The last email of a campaign has ended; the campaign's row says so, too. */
    public static final Topic<Ended> ENDED = new Topic<>("campaigns.ended", Ended.class);

    private CampaignMessages() {}

    /** The project and the campaign. */
    public record Due(UUID project, UUID campaign) {}

    /** The project and the campaign. */
    public record Ended(UUID project, UUID campaign) {}
}
