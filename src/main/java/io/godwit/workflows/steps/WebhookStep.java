package io.godwit.workflows.steps;

import io.godwit.core.Json;
import io.godwit.web.JsonBody;
import io.godwit.webhooks.CallHeaders;
import io.godwit.webhooks.SecretMasker;
import io.godwit.workflows.model.StepType;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Calls a customer's server and waits until the call has ended.
 *
 * @param url, header values and the texts of the body are templates
 * @param body empty for the default body
 */
record WebhookStep(String url, Method method, Map<String, String> headers, Optional<Object> body) implements Step {

    private static final int MAX_URL_LENGTH = 2_048;
    private static final int MAX_HEADER_LENGTH = 4_096;
    private static final int MAX_BODY_LENGTH = 64 * 1024;

    enum Method {
        GET,
        POST,
        PUT,
        PATCH,
        DELETE
    }

    /** @param urls returns the mistake in a URL, as far as it can be found without calling it */
    static Optional<WebhookStep> read(JsonBody config, Function<String, Optional<String>> urls) {
        var url = config.text("url", 1, MAX_URL_LENGTH);
        if (!url.isEmpty()) {
            urls.apply(url).ifPresent(mistake -> config.issue("url", "invalid_string", mistake));
        }
        var method = config.optionalEnum("method", Method.class).orElse(Method.POST);
        var headers = headers(config);
        var body = Optional.ofNullable(config.raw("body")).filter(written -> !written.equals(""));
        if (body.isPresent() && Json.write(body.get()).length() > MAX_BODY_LENGTH) {
            config.issue("body", "too_big", "The body may have at most " + MAX_BODY_LENGTH + " characters as JSON");
        }
        return config.isFlawless() ? Optional.of(new WebhookStep(url, method, headers, body)) : Optional.empty();
    }

    private static Map<String, String> headers(JsonBody config) {
        var headers = new LinkedHashMap<String, String>();
        config.optionalObject("headers").ifPresent(members -> {
            var body = config.freeChild("headers", members);
            members.keySet().forEach(name -> headers.put(name, body.text(name, 0, MAX_HEADER_LENGTH)));
        });
        CallHeaders.mistakes(headers).forEach(mistake -> config.issue("headers", "custom", mistake));
        return headers;
    }

    @Override
    public StepType type() {
        return StepType.WEBHOOK;
    }

    @Override
    public StepDecision decide(StepContext context) {
        try {
            var call = call(context);
            var output = Map.<String, @Nullable Object>of("url", SecretMasker.url(call.url()), "method", method.name());
            return new StepDecision.Rest(output, Instant.MAX, Optional.empty(), Optional.of(call));
        } catch (TemplateTexts.TooLargeException unusable) {
            return StepDecision.fail(String.valueOf(unusable.getMessage()));
        }
    }

    private StepEffect.CallWebhook call(StepContext context) {
        var variables = context.variables();
        var rendered = new LinkedHashMap<String, String>();
        headers.forEach(
                (name, value) -> rendered.put(name, oneLine(TemplateTexts.text(value, variables, context.now()))));
        var content = method == Method.GET ? Optional.<String>empty() : Optional.of(content(context, variables));
        return new StepEffect.CallWebhook(
                method.name(),
                oneLine(TemplateTexts.text(url, variables, context.now())).strip(),
                rendered,
                content);
    }

    /** Replaces line breaks and other control characters, so that rendered text cannot add a header. */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cc}", " ");
    }

    private String content(StepContext context, Map<String, @Nullable Object> variables) {
        return Json.write(body.map(written -> TemplateTexts.render(written, variables, context.now()))
                .orElseGet(() -> payload(context)));
    }

    private static Object payload(StepContext context) {
        var stepContact = context.contact();
        var execution = context.execution();
        var contact = new LinkedHashMap<String, @Nullable Object>();
        contact.put("id", stepContact.contact().id().toString());
        contact.put("email", stepContact.email().value());
        contact.put("subscribed", stepContact.contact().subscribed());
        contact.put("data", stepContact.contact().data());
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("contact", contact);
        body.put("workflow", Map.of("id", execution.workflow().toString(), "name", execution.workflowName()));
        body.put(
                "execution",
                Map.of(
                        "id",
                        execution.execution().toString(),
                        "startedAt",
                        execution.startedAt().toString()));
        body.put("event", context.context().all());
        return body;
    }

    /**
     * Decides after the call. A call that an answer settled completes the step, whatever the answer says; one that was given up
     * fails the execution.
     */
    @Override
    public StepDecision wake(StepContext context, ResumeReason reason) {
        var end = reason.call().orElseThrow();
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("statusCode", end.status().orElse(null));
        output.put("success", end.success());
        output.put("response", end.response());
        output.put("attempts", end.attempts());
        return end.error().isPresent()
                ? new StepDecision.Fail(end.error().get(), output)
                : StepDecision.leave(ONLY, output);
    }
}
