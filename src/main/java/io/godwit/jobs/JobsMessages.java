package io.godwit.jobs;

import io.godwit.bus.Notice;
import java.util.UUID;

/** What jobs say on the bus. */
public final class JobsMessages {

    /** A job was committed. A hint only: the poll finds it too. */
    public static final Notice<Queued> QUEUED = new Notice<>("jobs.queued", Queued.class);

    private JobsMessages() {}

    /** A project that has a job due. */
    public record Queued(UUID project) {}
}
