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
 * An execution as it was read under its claim.
 *
 * @param waiting the event it waits for, unless that has come
 * @param wake the reason its wait is over, unless that was the time
 * @param current its current step; empty before it has begun
 * @param workflowName empty when the workflow is gone
 */
public record LoadedExecution(
        ClaimedExecution claimed,
        WorkflowId workflow,
        ContactId contact,
        Optional<Wait> waiting,
        Optional<ResumeReason> wake,
        int version,
        Optional<StepId> current,
        ExecutionContext context,
        int triggerDepth,
        int visits,
        Instant startedAt,
        Optional<String> workflowName,
        ProjectFacts project) {

    /** The data of its project. */
    public record ProjectFacts(String name, boolean disabled) {}

    /**
     * A wait for an event.
     *
     * @param until {@link Instant#MAX} for a wait without a timeout
     */
    record Wait(String event, Instant since, Instant until, Optional<EventConditions> conditions) {}

    ExecutionId id() {
        return claimed.execution();
    }

    ProjectId projectId() {
        return claimed.project();
    }

    ContactBatchWriter.ContactKey contactKey() {
        return new ContactBatchWriter.ContactKey(projectId(), contact);
    }

    public VersionCache.Key graph() {
        return new VersionCache.Key(projectId(), workflow, version);
    }

    LoadedExecution withReason(ResumeReason by) {
        return new LoadedExecution(
                claimed,
                workflow,
                contact,
                Optional.empty(),
                Optional.of(by),
                version,
                current,
                context,
                triggerDepth,
                visits,
                startedAt,
                workflowName,
                project);
    }
}
