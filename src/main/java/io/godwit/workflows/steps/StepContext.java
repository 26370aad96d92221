package io.godwit.workflows.steps;

import io.godwit.contacts.Contact;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.TemplateId;
import io.godwit.core.id.WorkflowId;
import io.godwit.templates.Template;
import io.godwit.workflows.model.ExecutionContext;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The data a step may use when it decides.
 *
 * @param now the database's time
 */
public record StepContext(
        Instant now, ExecutionKey execution, StepContact contact, ExecutionContext context, PreloadedData data) {

    /** The execution and its workflow. */
    public record ExecutionKey(ExecutionId execution, Instant startedAt, WorkflowId workflow, String workflowName) {}

    /** The contact as it is now, including changes of this very batch. */
    public record StepContact(Contact contact, EmailAddress email, Instant createdAt, Instant updatedAt) {

        public StepContact with(Contact changed, Instant now) {
            return new StepContact(changed, email, createdAt, now);
        }
    }

    /**
     * Data that was looked up before the steps decide.
     *
     * @param lastMail times of the contact's last emails, by the field's name in filters ({@code email.opened})
     * @param memberships of segments that exist
     * @param templates existing templates of the steps
     * @param refused senders the project may not send from
     */
    public record PreloadedData(
            Map<String, Instant> lastMail,
            Map<SegmentId, Boolean> memberships,
            Map<TemplateId, Template> templates,
            Set<EmailAddress> refused) {

        static final PreloadedData NONE = new PreloadedData(Map.of(), Map.of(), Map.of(), Set.of());
    }

    /**
     * The variables of templates: the contact's own, those of the context over them, and both once more under {@code data} and
     * {@code event}.
     */
    Map<String, @Nullable Object> variables() {
        var data = contact.contact().data();
        var event = context.all();
        var variables = new LinkedHashMap<>(data);
        variables.putAll(event);
        variables.put("id", contact.contact().id().toString());
        variables.put("email", contact.email().value());
        variables.put("subscribed", contact.contact().subscribed());
        variables.put("data", data);
        variables.put("event", event);
        return variables;
    }
}
