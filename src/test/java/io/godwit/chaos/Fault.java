package io.godwit.chaos;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import java.time.Duration;

/** A part that is broken, and the way it is mended. A fault of one node happens to the node with the number given. */
enum Fault {
    NODE_KILLED {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.node(node).kill9();
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.node(node).restart();
        }
    },
    NODE_STOPPED {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.node(node).stop();
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.node(node).restart();
        }
    },
    /** Longer than its leases where the pause is long; the others take its work meanwhile. */
    NODE_PAUSED {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.pause(node);
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.resume(node);
        }
    },
    DATABASE_KILLED {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.postgres().kill();
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.postgres().restart();
        }
    },
    DATABASE_FAILS_OVER {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.failOver();
        }
    },
    /** No byte goes either way, and no connection ends. */
    WIRE_SILENT {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.wire(node).stall();
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.wire(node).pass();
        }
    },
    WIRE_RESET {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.wire(node).resetAll();
        }
    },
    WIRE_SLOW {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.wire(node).delay(Duration.ofMillis(30));
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.wire(node).pass();
        }
    },
    MAIL_DEFERRED {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.sink().rule(SinkPoint.RCPT, new SinkBehaviour.Answer("451 4.3.0 Later"));
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.sink().polite();
        }
    },
    /** The mail server takes messages for good and says so late: a node that dies meanwhile cannot know. */
    MAIL_TAKEN_LATE {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.sink().rule(SinkPoint.DOT, new SinkBehaviour.TakenLate(Duration.ofMillis(500)));
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.sink().polite();
        }
    },
    MAIL_SERVER_CLOSES {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.sink().rule(SinkPoint.GREETING, new SinkBehaviour.Close());
            nodes.sink().hangUp();
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.sink().polite();
        }
    };

    abstract void begin(ChaosNodes nodes, int node);

    /** Mends it, when it does not mend itself. Returns when the node, or the database, is there again. */
    void end(ChaosNodes nodes, int node) {}

    /** Returns whether a node, or what it was about to write, may be lost, so that emails under way are in doubt. */
    boolean leavesDoubts() {
        return this == NODE_KILLED
                || this == NODE_PAUSED
                || this == DATABASE_KILLED
                || this == DATABASE_FAILS_OVER
                || this == WIRE_SILENT
                || this == WIRE_RESET
                || this == MAIL_SERVER_CLOSES;
    }
}
