package io.godwit.chaos;

import io.godwit.chaos.CallReceiver.Manner;
import io.godwit.chaos.Observation.Doubt;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
            nodes.sink().rule(SinkPoint.RCPT, new SinkBehaviour.Reply("451 4.3.0 Later"));
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
    },
    RECEIVER_FAILS {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.receiver().answer(Manner.FAILS);
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.receiver().answer(Manner.TAKES);
        }
    },
    RECEIVER_CLOSES {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.receiver().answer(Manner.CLOSES);
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.receiver().answer(Manner.TAKES);
        }
    },
    METER_FAILS {
        @Override
        void begin(ChaosNodes nodes, int node) {
            nodes.stripe().failMeters(Integer.MAX_VALUE);
        }

        @Override
        void end(ChaosNodes nodes, int node) {
            nodes.stripe().failMeters(0);
        }
    };

    /** Results are recorded in groups, and later where the database is slow. */
    private static final Duration BEFORE = Duration.ofSeconds(3);

    /** The time a node needs to notice that the fault is mended, with a lease and a rescue. */
    private static final Duration AFTER = Duration.ofSeconds(10);

    /**
     * Emails whose replies are in the memory of one node alone: it collects them for 100 ms and writes them at once, which on a busy
     * machine takes as long again. In that time it sends a campaign to its readers, and some of what came back from a mail server that
     * was away. In 31 faults they were 23 at most (2026-11-29).
     */
    private static final int UNRECORDED = CampaignTraffic.READERS + 10;

    /** The same of all nodes, among which the load is shared; up to 40 were seen in 38 faults. */
    private static final int UNRECORDED_OF_ALL = 2 * UNRECORDED;

    /**
     * Emails that a node has under way when it stands still, one on each connection and one behind it: when it goes on, it sends them
     * although others have done so. They were 33 at most in 13 faults.
     */
    private static final int UNDER_WAY = 2 * ChaosNodes.CONNECTIONS;

    abstract void begin(ChaosNodes nodes, int node);

    /** Mends it, when it does not mend itself. Returns when the node, or the database, is there again. */
    void end(ChaosNodes nodes, int node) {}

    /** Returns the number of nodes that may be lost, or with them what they were about to write: their emails are in doubt. */
    int nodesInDoubt() {
        return switch (this) {
            case NODE_KILLED, NODE_PAUSED, WIRE_SILENT, WIRE_RESET -> 1;
            case DATABASE_KILLED, DATABASE_FAILS_OVER, MAIL_SERVER_CLOSES -> ChaosNodes.NODES;
            case NODE_STOPPED,
                    WIRE_SLOW,
                    MAIL_DEFERRED,
                    MAIL_TAKEN_LATE,
                    RECEIVER_FAILS,
                    RECEIVER_CLOSES,
                    METER_FAILS -> 0;
        };
    }

    /**
     * Returns whether the node loses what it has in memory when these faults come together: a node that stops stores it, if the database
     * is there.
     */
    boolean losesMemory(List<Fault> together) {
        return this == NODE_KILLED
                || this == NODE_STOPPED
                        && (together.contains(DATABASE_KILLED) || together.contains(DATABASE_FAILS_OVER));
    }

    /**
     * The emails and calls that the fault may have left in doubt, when it lasted from one time to the other: those whose replies were
     * not recorded yet, and those at their final dot where the mail server is late to answer it.
     *
     * @param isLate whether the mail server was late meanwhile, so that there was an email at its final dot on every connection
     */
    Optional<Doubt> doubt(Instant begun, Instant ended, boolean isLate) {
        if (nodesInDoubt() == 0) {
            return Optional.empty();
        }
        var atDot = isLate ? nodesInDoubt() * ChaosNodes.CONNECTIONS : 0;
        var calls = this == MAIL_SERVER_CLOSES ? 0 : nodesInDoubt() * ChaosNodes.CALLS;
        return Optional.of(new Doubt(name(), begun.minus(BEFORE), ended.plus(AFTER), emails() + atDot, calls));
    }

    private int emails() {
        return switch (this) {
            case NODE_PAUSED -> UNDER_WAY;
            case DATABASE_KILLED, DATABASE_FAILS_OVER, MAIL_SERVER_CLOSES -> UNRECORDED_OF_ALL;
            default -> UNRECORDED;
        };
    }
}
