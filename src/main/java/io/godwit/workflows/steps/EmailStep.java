package io.godwit.workflows.steps;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.Ids;
import io.godwit.core.id.TemplateId;
import io.godwit.templates.EmailClass;
import io.godwit.templates.Template;
import io.godwit.templates.TemplateCache;
import io.godwit.web.JsonBody;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.model.StepType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sends an email made from a template.
 *
 * @param recipient recipient in place of the contact
 * @param from sender in place of the template's
 */
public record EmailStep(TemplateId template, Optional<EmailAddress> recipient, Optional<NamedAddress> from)
        implements Step {

    private static final int MAX_LENGTH = 998;

    /** The kind of recipient. */
    private enum Recipient {
        CONTACT,
        CUSTOM
    }

    static Optional<EmailStep> read(JsonBody config, Optional<TemplateId> beside) {
        var inside = config.optionalText("templateId", 1, MAX_LENGTH).map(EmailStep::templateId);
        var template = beside.or(() -> inside);
        if (template.isEmpty() && !config.has("templateId")) {
            config.missing("templateId");
        } else if (inside.isPresent() && !inside.equals(template)) {
            config.issue("templateId", "custom", "Another template than the step's own templateId");
        }
        var recipient =
                config.optionalObject("recipient").flatMap(members -> recipient(config.child("recipient", members)));
        var from = sender(config);
        return config.isFlawless() ? template.map(id -> new EmailStep(id, recipient, from)) : Optional.empty();
    }

    private static TemplateId templateId(String text) {
        return Ids.parse(text).map(TemplateId::new).orElseThrow(() -> TemplateCache.notFound(text));
    }

    private static Optional<EmailAddress> recipient(JsonBody body) {
        body.knows("customEmail");
        var kind = body.optionalEnum("type", Recipient.class).orElse(Recipient.CONTACT);
        return kind == Recipient.CUSTOM ? Optional.of(body.email("customEmail")) : Optional.empty();
    }

    private static Optional<NamedAddress> sender(JsonBody config) {
        if (config.raw("from") instanceof Map<?, ?>) {
            return config.optionalObject("from").map(members -> named(config.child("from", members)));
        }
        return config.optionalAsciiEmail("from").map(address -> new NamedAddress(Optional.empty(), address));
    }

    private static NamedAddress named(JsonBody body) {
        return new NamedAddress(body.optionalText("name", 1, MAX_LENGTH), body.asciiEmail("email"));
    }

    @Override
    public StepType type() {
        return StepType.SEND_EMAIL;
    }

    @Override
    public StepReferences references() {
        return StepReferences.template(template);
    }

    @Override
    public StepDecision decide(StepContext context) {
        var found = context.data().templates().get(template);
        if (found == null) {
            return StepDecision.fail("The template does not exist any more");
        }
        var sender = sender(found);
        if (sender.isEmpty()) {
            return StepDecision.fail(
                    "Nobody is the sender: the template has no from address, and the step has none either");
        }
        return context.data().refused().contains(sender.get())
                ? StepDecision.fail("The sender's domain is not a verified domain of the project")
                : send(context, found);
    }

    /** The address an email of this template is sent from. */
    public Optional<EmailAddress> sender(Template found) {
        return from.map(NamedAddress::address).or(() -> found.from().flatMap(EmailAddress::parse));
    }

    /**
     * Decides to send. An email to another address than the contact's needs no consent of the contact, and carries none of its
     * links.
     */
    private StepDecision send(StepContext context, Template found) {
        var contact = context.contact();
        if (recipient.isEmpty()
                && found.type() != EmailClass.TRANSACTIONAL
                && !contact.contact().subscribed()) {
            return StepDecision.skip(output(contact.email()), "The contact is not subscribed");
        }
        var to = recipient.orElse(contact.email());
        var type = recipient.isPresent() ? EmailClass.TRANSACTIONAL : found.type();
        return StepDecision.leave(
                output(to),
                new StepEffect.SendEmail(
                        found, from, type, to, persistentData(context), transientData(context.context())));
    }

    private Map<String, @Nullable Object> output(EmailAddress to) {
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("recipientType", recipient.isPresent() ? Recipient.CUSTOM.name() : Recipient.CONTACT.name());
        output.put("recipientEmail", to.value());
        output.put("templateId", template.toString());
        return output;
    }

    /**
     * The variables that may be stored. The outbox adds the system's own variables, and takes {@code data} for all of them where
     * there is no such variable; {@code data} is needed only where the context overrides the contact's data.
     */
    private static Map<String, @Nullable Object> persistentData(StepContext stepContext) {
        var data = stepContext.contact().contact().data();
        var context = stepContext.context().persistentData();
        if (context.isEmpty()) {
            return data;
        }
        var persistentData = new LinkedHashMap<>(data);
        persistentData.putAll(context);
        persistentData.put("event", context);
        if (!persistentData.entrySet().containsAll(data.entrySet())) {
            persistentData.put("data", data);
        }
        return persistentData;
    }

    private static Map<String, @Nullable Object> transientData(ExecutionContext context) {
        if (context.transientData().isEmpty()) {
            return Map.of();
        }
        var transientData = new LinkedHashMap<>(context.transientData());
        transientData.put("event", context.all());
        return transientData;
    }
}
