package io.godwit.workflows.engine;

import io.godwit.contacts.ContactBatchWriter;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.StepId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.steps.EventConditions;
import io.godwit.workflows.steps.ResumeReason;
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
public record LoadedExecution(
        ClaimedExecution ticket,
        WorkflowId workflow,
        ContactId contact,
        Optional<Wait> waiting,
        Optional<ResumeReason> wake,
        int version,
        Optional<StepId> current,
        ExecutionContext context,
        int depth,
        int visits,
        Instant startedAt,
        Optional<String> workflowName,
        ProjectFacts project) {

    /** What is known of its project. */
    public record ProjectFacts(String name, boolean disabled) {}

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

    ContactBatchWriter.ContactKey person() {
        return new ContactBatchWriter.ContactKey(projectId(), contact);
    }

    public VersionCache.Key graph() {
        return new VersionCache.Key(projectId(), workflow, version);
    }

    LoadedExecution woken(ResumeReason by) {
        return new LoadedExecution(
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
