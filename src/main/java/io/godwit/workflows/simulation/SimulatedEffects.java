package io.godwit.workflows.simulation;

import io.godwit.contacts.Contact;
import io.godwit.core.Failure;
import io.godwit.core.Json;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.preview.PreviewRenderer;
import io.godwit.webhooks.SecretMasker;
import io.godwit.workflows.simulation.SimulatedVisit.ContactUpdate;
import io.godwit.workflows.simulation.SimulatedVisit.SimulatedCall;
import io.godwit.workflows.simulation.SimulatedVisit.SimulatedEmail;
import io.godwit.workflows.simulation.SimulatedVisit.VisitResult;
import io.godwit.workflows.simulation.SimulatedVisit.VisitTime;
import io.godwit.workflows.steps.StepContext.StepContact;
import io.godwit.workflows.steps.StepEffect;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows the effects the visits of one simulation would have. A loop may render a thousand large emails, so after some megabytes
 * or seconds their bodies are left out. Belongs to one simulation.
 */
final class SimulatedEffects {

    /** Characters of all texts in the response. */
    private static final long MAX_RENDERED_BYTES = 8L << 20;

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final PreviewRenderer preview;
    private final ProjectId project;
    private final SimulationSender sender;
    private long remainingBytes = MAX_RENDERED_BYTES;
    private long timeoutMillis = TIMEOUT.toNanos();

    /** The sending project's name and language. */
    record SimulationSender(String name, String language) {}

    SimulatedEffects(PreviewRenderer preview, ProjectId project, SimulationSender sender) {
        this.preview = preview;
        this.project = project;
        this.sender = sender;
    }

    SimulatedVisit visit(
            VisitTime time, VisitResult result, Optional<StepEffect> done, StepContact before, StepContact after) {
        var node = time.node();
        var output = reserve(Json.write(result.output()));
        return new SimulatedVisit(
                time.visit(),
                node.id().toString(),
                new SimulatedVisit.VisitedStep(node.id().toString(), node.name(), node.type()),
                time.status(),
                time.enteredAt(),
                time.left(),
                result.branch(),
                output.orElse("{}"),
                result.error(),
                done.filter(StepEffect.SendEmail.class::isInstance)
                        .map(email -> email((StepEffect.SendEmail) email, before)),
                done.filter(StepEffect.CallWebhook.class::isInstance)
                        .map(call -> request((StepEffect.CallWebhook) call)),
                done.filter(StepEffect.UpdateContact.class::isInstance)
                        .flatMap(ignored -> change(before.contact(), after.contact())));
    }

    private SimulatedEmail email(StepEffect.SendEmail email, StepContact contact) {
        var started = System.nanoTime();
        var shown = remainingBytes > 0 && timeoutMillis > 0
                ? rendered(email, contact)
                : Optional.<PreviewRenderer.Shown>empty();
        timeoutMillis -= System.nanoTime() - started;
        var template = email.template();
        return new SimulatedEmail(
                email.to(),
                email.from().map(SimulatedEffects::written).or(() -> template.from()
                        .map(address -> template.fromName()
                                .map(name -> name + " <" + address + ">")
                                .orElse(address))),
                email.type(),
                template.id().toString(),
                shown.map(PreviewRenderer.Shown::subject).orElse(template.subject()),
                shown.flatMap(preview -> reserve(preview.html())),
                shown.flatMap(preview -> reserve(preview.text())),
                shown.map(PreviewRenderer.Shown::missing).orElse(List.of()));
    }

    /** Empty for a text that grows beyond the limit, which the outbox would refuse too. */
    private Optional<PreviewRenderer.Shown> rendered(StepEffect.SendEmail email, StepContact stepContact) {
        var contact = stepContact.contact();
        var scope = new PreviewRenderer.PreviewScope(
                project, sender.name(), sender.language(), contact.id(), email.to(), contact.subscribed());
        try {
            return Optional.of(preview.render(
                    email.template(), email.type(), scope, email.persistentData(), email.transientData()));
        } catch (Failure tooLarge) {
            return Optional.empty();
        }
    }

    private static String written(NamedAddress from) {
        return from.name()
                .map(name -> name + " <" + from.address().value() + ">")
                .orElse(from.address().value());
    }

    private SimulatedCall request(StepEffect.CallWebhook call) {
        return new SimulatedCall(
                call.method(),
                SecretMasker.url(call.url()),
                SecretMasker.headers(call.headers()),
                call.body().flatMap(this::reserve));
    }

    private static Optional<ContactUpdate> change(Contact before, Contact after) {
        var data = new LinkedHashMap<String, @Nullable Object>();
        after.data().forEach((key, value) -> {
            if (!Objects.equals(value, before.data().get(key))) {
                data.put(key, value);
            }
        });
        before.data().keySet().stream()
                .filter(key -> !after.data().containsKey(key))
                .forEach(key -> data.put(key, null));
        var subscribed = Optional.of(after.subscribed()).filter(now -> now != before.subscribed());
        return data.isEmpty() && subscribed.isEmpty()
                ? Optional.empty()
                : Optional.of(new ContactUpdate(Json.write(data), subscribed));
    }

    private Optional<String> reserve(String text) {
        remainingBytes -= text.length();
        return remainingBytes >= 0 ? Optional.of(text) : Optional.empty();
    }
}
