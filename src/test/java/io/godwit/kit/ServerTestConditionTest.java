package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.net.FreePorts;
import org.junit.jupiter.api.Test;

class ServerTestConditionTest {

    private final ServerTestCondition condition = new ServerTestCondition();

    @Test
    void aClassThatNamesAServerStartsOne() {
        assertThat(condition.startsServer(Starter.class)).isTrue();
    }

    @Test
    void aClassThatReachesAServerByWayOfAnotherStartsOne() {
        assertThat(condition.startsServer(Caller.class)).isTrue();
    }

    @Test
    void aClassWithoutOneStartsNone() {
        assertThat(condition.startsServer(Plain.class)).isFalse();
    }

    /** Named in a descriptor only. */
    private static final class Starter {
        static TestServer server;
    }

    private static final class Caller {
        static WorkflowApi calls;
    }

    private static final class Plain {
        final int port = FreePorts.free();
    }
}
