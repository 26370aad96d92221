package io.godwit.workflows.steps;

import io.godwit.contacts.DataChange;
import io.godwit.contacts.DataChangeReader;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.Failure;
import io.godwit.web.JsonBody;
import io.godwit.workflows.model.StepType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes the contact.
 *
 * @param updates values by key, whose texts are templates; a text that is a single placeholder keeps its value's type. The
 * values follow the rules of all custom data
 */
record UpdateStep(Map<String, @Nullable Object> updates, Optional<Boolean> subscription) implements Step {

    /** The change of the subscription, in the API's spelling. */
    private enum Action {
        none,
        subscribe,
        unsubscribe
    }

    static Optional<UpdateStep> read(JsonBody config) {
        if (config.has("updates") && config.has("data")) {
            config.issue("data", "custom", "Means the same as updates; give one of them");
        }
        var name = config.has("updates") ? "updates" : "data";
        var updates = config.optionalObject(name);
        updates.ifPresent(ignored -> DataChange.read(config, name));
        var action = config.optionalEnum("subscriptionAction", Action.class).orElse(Action.none);
        if (config.isFlawless() && updates.filter(members -> !members.isEmpty()).isEmpty() && action == Action.none) {
            config.issue("updates", "custom", "Give at least one update, or a subscriptionAction");
        }
        var subscription = action == Action.none ? Optional.<Boolean>empty() : Optional.of(action == Action.subscribe);
        return config.isFlawless()
                ? Optional.of(new UpdateStep(updates.orElse(Map.of()), subscription))
                : Optional.empty();
    }

    /** Notes names that are no custom fields: data drops them without an error, and the step would do nothing. */
    static void checkNames(JsonBody config) {
        for (var name : List.of("updates", "data")) {
            var updates = config.raw(name) instanceof Map<?, ?> members ? members : Map.of();
            updates.keySet().stream()
                    .map(String::valueOf)
                    .filter(DataChangeReader::isReserved)
                    .forEach(key -> config.issue(
                            name + "." + key,
                            "custom",
                            key.equals("subscribed")
                                    ? "Is no custom field; write subscriptionAction: subscribe or unsubscribe beside "
                                            + name
                                    : "Is no custom field, and a workflow cannot change it"));
        }
    }

    @Override
    public StepType type() {
        return StepType.UPDATE_CONTACT;
    }

    @Override
    public StepReferences references() {
        Set<String> fields = updates.keySet().stream().map(key -> "data." + key).collect(Collectors.toSet());
        return StepReferences.fields(fields);
    }

    @Override
    public StepDecision decide(StepContext context) {
        try {
            var data = rendered(context);
            var after =
                    context.contact().contact().with(subscription, SubscriptionAuthority.BULK, data.persistentData());
            return after.tooLarge()
                    ? StepDecision.fail(DataChange.tooLarge().issues().get(0).message())
                    : StepDecision.leave(
                            output(context, data, after.subscribed()),
                            new StepEffect.UpdateContact(subscription, data.persistentData(), data.transientData()));
        } catch (Failure | TemplateTexts.TooLargeException unusable) {
            return StepDecision.fail("The rendered values cannot be kept: " + sentence(unusable));
        }
    }

    private DataChange rendered(StepContext context) {
        var body = JsonBody.of(Map.of(
                "updates", Objects.requireNonNull(TemplateTexts.values(updates, context.variables(), context.now()))));
        var data = DataChange.read(body, "updates");
        return body.build(() -> data);
    }

    private static String sentence(RuntimeException unusable) {
        return unusable instanceof Failure failure && !failure.issues().isEmpty()
                ? failure.issues().get(0).message()
                : String.valueOf(unusable.getMessage());
    }

    private Map<String, @Nullable Object> output(StepContext context, DataChange data, boolean subscribed) {
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("updated", true);
        output.put("updates", data.persistentData().members());
        output.put(
                "newData",
                data.persistentData().applyTo(context.contact().contact().data()));
        output.put(
                "subscriptionAction",
                subscription
                        .map(on -> on ? Action.subscribe : Action.unsubscribe)
                        .orElse(Action.none)
                        .name());
        output.put("subscribed", subscribed);
        return output;
    }
}
