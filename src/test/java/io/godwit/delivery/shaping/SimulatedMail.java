package io.godwit.delivery.shaping;

import java.time.Instant;

/** One email of a simulation. */
final class SimulatedMail {

    final int number;
    final int project;
    final int lane;
    final Instant enqueuedAt;
    Instant dueAt;
    int attempts;
    int greylisted;
    boolean started;
    boolean ended;

    SimulatedMail(int number, int project, int lane, Instant enqueuedAt) {
        this.number = number;
        this.project = project;
        this.lane = lane;
        this.enqueuedAt = enqueuedAt;
        dueAt = enqueuedAt;
    }

    String senderDomain() {
        return senderDomain(project);
    }

    static String senderDomain(int project) {
        return "project" + project + ".example";
    }
}
