package io.godwit.campaigns;

import io.godwit.bus.Notice;
import java.util.UUID;

/** What campaigns say and hear on the bus. */
public final class CampaignsMessages {

    /** A campaign has something to do. A hint only: the poll finds it too. */
    public static final Notice<Due> DUE = new Notice<>("campaigns.due", Due.class);

    /** The last mail of a campaign has ended; its row says so too. */
    public static final Notice<Ended> ENDED = new Notice<>("campaigns.ended", Ended.class);

    private CampaignsMessages() {}

    /** Which one. */
    public record Due(UUID project, UUID campaign) {}

    /** Which one. */
    public record Ended(UUID project, UUID campaign) {}
}
