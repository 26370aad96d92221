package io.godwit.sending.direct;

import io.godwit.kit.nodes.EveryKillPoint;
import io.godwit.kit.nodes.SendingNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A jar without a relay that dies with mail on its way to a mail host. */
final class DirectKillIT {

    private static SendingNode node;

    @BeforeAll
    static void start() throws Exception {
        node = SendingNode.startDirect();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    /** The node takes its egress source back when it is there again. */
    @Test
    void anEmailIsSentOnceWhereverItsNodeDiesButTwiceWhereNobodyCanKnow() {
        EveryKillPoint.assertCopies(node);
    }
}
