package io.godwit.workflows.steps;

import io.godwit.core.id.TemplateId;
import io.godwit.web.JsonBody;
import io.godwit.webhooks.TargetPolicy;
import io.godwit.workflows.model.StepType;
import java.util.Optional;
import java.util.function.Function;

/** Reads the configs of steps. */
public final class StepReader {

    private StepReader() {}

    /**
     * Reads the step a config describes; every mistake is noted on the body, and the answer is empty after one. Throws a Failure
     * {@code TEMPLATE_NOT_FOUND} for an unknown id.
     *
     * @param config its members are the config
     * @param template the template beside the config, for {@code SEND_EMAIL}
     * @param targets decides which URLs webhooks may call
     */
    public static Optional<? extends Step> read(
            StepType type, JsonBody config, Optional<TemplateId> template, TargetPolicy targets) {
        return read(type, config, template, targets::mistake);
    }

    /** Notes names in a config that a client sends which would do nothing; a stored step with one goes on without it. */
    public static void checkNames(StepType type, JsonBody config) {
        if (type == StepType.UPDATE_CONTACT) {
            UpdateStep.checkNames(config);
        }
    }

    /** Reads a config that was checked before; the URL of a webhook is checked again when it is called. */
    public static Optional<? extends Step> read(StepType type, JsonBody config, Optional<TemplateId> template) {
        return read(type, config, template, ignored -> Optional.empty());
    }

    private static Optional<? extends Step> read(
            StepType type, JsonBody config, Optional<TemplateId> template, Function<String, Optional<String>> urls) {
        return switch (type) {
            case TRIGGER -> TriggerStep.read(config);
            case SEND_EMAIL -> EmailStep.read(config, template);
            case DELAY -> DelayStep.read(config);
            case WAIT_FOR_EVENT -> WaitStep.read(config);
            case CONDITION -> ConditionStep.read(config);
            case WEBHOOK -> WebhookStep.read(config, urls);
            case UPDATE_CONTACT -> UpdateStep.read(config);
            case EXIT -> ExitStep.read(config);
        };
    }
}
