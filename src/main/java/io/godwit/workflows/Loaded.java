package io.godwit.workflows;

import io.godwit.contacts.Contacts;
import io.godwit.core.ContactId;
import io.godwit.core.ExecutionId;
import io.godwit.core.ProjectId;
import io.godwit.core.StepId;
import io.godwit.core.WorkflowId;
import java.time.Instant;
import java.util.Optional;

/**
 * An execution as it was found by whoever holds it.
 *
 * @param waiting what it waits for, unless that has come
 * @param wake what ended its rest, unless that was its time
 * @param current where it is; empty before it has begun
 * @param workflowName empty when the workflow is gone
 */
record Loaded(
        Ticket ticket,
        WorkflowId workflow,
        ContactId contact,
        Optional<Wait> waiting,
        Optional<Wake> wake,
        int version,
        Optional<StepId> current,
        Context context,
        int depth,
        int visits,
        Instant startedAt,
        Optional<String> workflowName,
        Project project) {

    /** What is known of its project. */
    record Project(String name, boolean disabled) {}

    /**
     * A wait for an event.
     *
     * @param until {@link Instant#MAX} for ever
     */
    record Wait(String event, Instant since, Instant until, Optional<EventConditions> conditions) {}

    ExecutionId id() {
        return ticket.execution();
    }

    ProjectId projectId() {
        return ticket.project();
    }

    Contacts.Which person() {
        return new Contacts.Which(projectId(), contact);
    }

    Versions.Key graph() {
        return new Versions.Key(projectId(), workflow, version);
    }

    Loaded woken(Wake by) {
        return new Loaded(
                ticket,
                workflow,
                contact,
                Optional.empty(),
                Optional.of(by),
                version,
                current,
                context,
                depth,
                visits,
                startedAt,
                workflowName,
                project);
    }
}
