package io.godwit.campaigns;

import io.godwit.kit.CampaignRaces;
import io.godwit.kit.lifecycle.CloseFields;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Twenty calls about one campaign at the same moment, forty times. */
@CloseFields
class CampaignRacesTest {

    private static CampaignRaces races;

    @BeforeAll
    static void start() {
        races = new CampaignRaces();
    }

    @Test
    void ofTwentySendsAtOnceOneBeginsAndTheOthersAreConflictsFortyTimes() {
        races.sends(40);
    }

    @Test
    void ofTwentyChangesAtOnceNoneIsRefusedAndNoneIsLost() {
        races.puts();
    }

    @Test
    void ofSendsCancellationsAndDeletionsAtOnceOnlyWhatWasPossibleHappensFortyTimes() {
        races.mixed(40);
    }
}
