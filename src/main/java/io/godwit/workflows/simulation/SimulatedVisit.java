package io.godwit.workflows.simulation;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.godwit.core.EmailAddress;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.steps.GraphNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One visit of a simulation, with what it would do to the world.
 *
 * @param leavesAt empty when it waits for what never comes
 * @param branch the way it leaves by, where there is more than one
 * @param output as the history of an execution has it
 * @param error why it failed or was skipped
 */
record SimulatedVisit(
        int visit,
        String stepId,
        VisitedStep step,
        String status,
        Instant arrivesAt,
        Optional<Instant> leavesAt,
        Optional<String> branch,
        @JsonRawValue String output,
        Optional<String> error,
        Optional<SimulatedEmail> mail,
        Optional<SimulatedCall> webhook,
        Optional<ContactUpdate> contactChange) {

    /** Which one. */
    record VisitedStep(String id, String name, StepType type) {}

    /**
     * A mail nobody gets.
     *
     * @param from as the step or the template says
     * @param html empty where what was rendered before fills the answer, and so {@code text}
     * @param missing variables that had no value
     */
    record SimulatedEmail(
            EmailAddress to,
            Optional<String> from,
            String type,
            String templateId,
            String subject,
            Optional<String> html,
            Optional<String> text,
            List<String> missing) {}

    /** A call nobody makes; what may be secret is masked. */
    record SimulatedCall(String method, String url, Map<String, String> headers, Optional<String> body) {}

    /**
     * What becomes of the contact.
     *
     * @param data keys with their new values, null for those that go
     * @param subscribed when it changes
     */
    record ContactUpdate(@JsonRawValue String data, Optional<Boolean> subscribed) {}

    /** When and where. */
    record VisitTime(int visit, GraphNode node, String status, Instant arrived, Optional<Instant> left) {}

    /** What came of it. */
    record VisitResult(Optional<String> branch, Map<String, @Nullable Object> output, Optional<String> error) {}
}
