package io.godwit.workflows;

import io.godwit.core.TemplateId;
import io.godwit.web.Body;
import java.util.Optional;

/** Reads the configs of steps. */
final class Steps {

    private Steps() {}

    /**
     * The step a config describes; every mistake is noted on the body, and the answer is empty after one. Throws a Failure
     * {@code TEMPLATE_NOT_FOUND} for an id that names nothing.
     *
     * @param config its members are the config
     * @param template the template beside the config, for {@code SEND_EMAIL}
     */
    static Optional<? extends Step> read(StepType type, Body config, Optional<TemplateId> template) {
        return switch (type) {
            case TRIGGER -> TriggerStep.read(config);
            case SEND_EMAIL -> EmailStep.read(config, template);
            case DELAY -> DelayStep.read(config);
            case WAIT_FOR_EVENT -> WaitStep.read(config);
            case CONDITION -> ConditionStep.read(config);
            case WEBHOOK -> WebhookStep.read(config);
            case UPDATE_CONTACT -> UpdateStep.read(config);
            case EXIT -> ExitStep.read(config);
        };
    }
}
