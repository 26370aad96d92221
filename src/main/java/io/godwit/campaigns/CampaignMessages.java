package io.godwit.campaigns;

import io.godwit.bus.Topic;
import java.util.UUID;

/** What campaigns say and hear on the bus. */
public final class CampaignMessages {

    /** A campaign has something to do. A hint only: the poll finds it too. */
    public static final Topic<Due> DUE = new Topic<>("campaigns.due", Due.class);

    /** The last mail of a campaign has ended; its row says so too. */
    public static final Topic<Ended> ENDED = new Topic<>("campaigns.ended", Ended.class);

    private CampaignMessages() {}

    /** Which one. */
    public record Due(UUID project, UUID campaign) {}

    /** Which one. */
    public record Ended(UUID project, UUID campaign) {}
}
