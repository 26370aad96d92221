package io.godwit.sending.direct;

import io.godwit.sending.DirectNode;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A node that sends from one source without a relay, with one project: started before each test of a class and closed after it. */
abstract class DirectNodeFixture {

    private final String rules;

    /** The node of the test that runs. */
    protected DirectNode node;

    /** The project whose emails the test sends. */
    protected UUID project;

    /** @param rules of traffic shaping, under which the node sends */
    protected DirectNodeFixture(String rules) {
        this.rules = rules;
    }

    /** Sends under limits for which no test has to wait. */
    protected DirectNodeFixture() {
        this(DirectNode.RULES);
    }

    @BeforeEach
    final void startNode() throws Exception {
        node = DirectNode.start(rules, 100);
        project = node.pipeline.project();
    }

    @AfterEach
    final void closeNode() {
        node.close();
    }
}
