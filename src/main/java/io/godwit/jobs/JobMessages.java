package io.godwit.jobs;

import io.godwit.bus.Topic;
import java.util.UUID;

/** Bus topics of jobs. */
public final class JobMessages {

    /** A job was committed. The message only wakes: the poll finds the job too. */
    public static final Topic<Queued> QUEUED = new Topic<>("jobs.queued", Queued.class);

    private JobMessages() {}

    /** A project that has a job due. */
    public record Queued(UUID project) {}
}
