package io.godwit.workflows.simulation;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.godwit.core.EmailAddress;
import io.godwit.templates.EmailClass;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.VisitStatus;
import io.godwit.workflows.steps.GraphNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One visit of a simulation, with the effects it would have.
 *
 * @param leavesAt empty when it waits for an event that never comes
 * @param branch exit it leaves by, for steps with more than one
 * @param output output as in the history of an execution
 * @param error reason it failed or was skipped
 */
record SimulatedVisit(
        int visit,
        String stepId,
        VisitedStep step,
        VisitStatus status,
        Instant arrivesAt,
        Optional<Instant> leavesAt,
        Optional<String> branch,
        @JsonRawValue String output,
        Optional<String> error,
        Optional<SimulatedEmail> mail,
        Optional<SimulatedCall> webhook,
        Optional<ContactUpdate> contactChange) {

    /** The step of a visit. */
    record VisitedStep(String id, String name, StepType type) {}

    /**
     * An email that would be sent.
     *
     * @param from sender of the step or the template
     * @param html empty, like {@code text}, when earlier texts have used up the response's limit
     * @param missing variables that had no value
     */
    record SimulatedEmail(
            EmailAddress to,
            Optional<String> from,
            EmailClass type,
            String templateId,
            String subject,
            Optional<String> html,
            Optional<String> text,
            List<String> missing) {}

    /** A webhook call that would be made; secrets are masked. */
    record SimulatedCall(String method, String url, Map<String, String> headers, Optional<String> body) {}

    /**
     * The change of the contact.
     *
     * @param data keys with their new values, null for deleted keys
     * @param subscribed when it changes
     */
    record ContactUpdate(@JsonRawValue String data, Optional<Boolean> subscribed) {}

    /** Time, step and status of a visit. */
    record VisitTime(int visit, GraphNode node, VisitStatus status, Instant enteredAt, Optional<Instant> left) {}

    /** Result of a visit. */
    record VisitResult(Optional<String> branch, Map<String, @Nullable Object> output, Optional<String> error) {}
}
