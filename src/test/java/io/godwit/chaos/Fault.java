package io.godwit.chaos;

import io.godwit.chaos.Observation.Doubt;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

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

    /** Results are recorded in groups, and later where the database is slow. */
    private static final Duration BEFORE = Duration.ofSeconds(10);

    /** The time a node needs to notice that the fault is mended, with a lease and a rescue. */
    private static final Duration AFTER = Duration.ofSeconds(15);

    abstract void begin(ChaosNodes nodes, int node);

    /** Mends it, when it does not mend itself. Returns when the node, or the database, is there again. */
    void end(ChaosNodes nodes, int node) {}

    /** Returns the number of nodes that may be lost, or with them what they were about to write: their emails are in doubt. */
    int nodesInDoubt() {
        return switch (this) {
            case NODE_KILLED, NODE_PAUSED, WIRE_SILENT, WIRE_RESET -> 1;
            case DATABASE_KILLED, DATABASE_FAILS_OVER, MAIL_SERVER_CLOSES -> ChaosNodes.NODES;
            case NODE_STOPPED, WIRE_SLOW, MAIL_DEFERRED, MAIL_TAKEN_LATE -> 0;
        };
    }

    /**
     * The emails that the fault may have left in doubt, when it lasted from one time to the other: of each node those on its
     * connections, and as many whose results were on their way to the database while the next ones began.
     */
    Optional<Doubt> doubt(Instant begun, Instant ended) {
        return nodesInDoubt() == 0
                ? Optional.empty()
                : Optional.of(new Doubt(
                        name(), begun.minus(BEFORE), ended.plus(AFTER), nodesInDoubt() * 2 * ChaosNodes.CONNECTIONS));
    }
}
