package io.godwit.campaigns;

import io.godwit.kit.CampaignRaces;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same two hundred times. */
@Tag("soak")
class CampaignRacesSoakIT {

    private static CampaignRaces races;

    @BeforeAll
    static void start() {
        races = new CampaignRaces();
    }

    @AfterAll
    static void stop() {
        races.close();
    }

    @Test
    void ofTwentySendsAtOnceOneBeginsAndTheOthersAreConflictsTwoHundredTimes() {
        races.sends(200);
    }

    @Test
    void ofSendsCancellationsAndDeletionsAtOnceOnlyWhatWasPossibleHappensTwoHundredTimes() {
        races.mixed(200);
    }
}
