package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.net.FreePorts;
import org.junit.jupiter.api.Test;

class ServerTestConditionTest {

    private final ServerTestCondition condition = new ServerTestCondition();

    @Test
    void aClassThatNamesAServerStartsOne() {
        assertThat(condition.startsServer(CaughtMessages.class)).isTrue();
    }

    @Test
    void aClassThatReachesAServerByWayOfAnotherStartsOne() {
        assertThat(condition.startsServer(CampaignRaces.class)).isTrue();
    }

    @Test
    void aClassWithoutOneStartsNone() {
        assertThat(condition.startsServer(FreePorts.class)).isFalse();
    }
}
