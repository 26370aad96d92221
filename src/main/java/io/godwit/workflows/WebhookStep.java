package io.godwit.workflows;

import io.godwit.core.Json;
import io.godwit.web.Body;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Calls somebody's server and rests until the call has ended.
 *
 * @param url, header values and the texts of the body are templates
 * @param body empty for the one we make
 */
record WebhookStep(String url, Method method, Map<String, String> headers, Optional<Object> body) implements Step {

    private static final int LONGEST_URL = 2_048;
    private static final int LONGEST_HEADER = 4_096;
    private static final int LONGEST_BODY = 64 * 1024;
    private static final int MOST_HEADERS = 50;

    /** RFC 9110 §5.6.2. */
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}");

    /** Ours to set: they say where a request goes and where it ends. */
    private static final Set<String> OURS = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "upgrade",
            "te",
            "trailer",
            "expect",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization");

    enum Method {
        GET,
        POST,
        PUT,
        PATCH,
        DELETE
    }

    static Optional<WebhookStep> read(Body config) {
        var url = config.text("url", 1, LONGEST_URL);
        if (!url.isEmpty()) {
            Urls.mistake(url).ifPresent(mistake -> config.issue("url", "invalid_string", mistake));
        }
        var method = config.optionalEnum("method", Method.class).orElse(Method.POST);
        var headers = headers(config);
        var body = Optional.ofNullable(config.raw("body")).filter(written -> !written.equals(""));
        if (body.isPresent() && Json.write(body.get()).length() > LONGEST_BODY) {
            config.issue("body", "too_big", "The body may have at most " + LONGEST_BODY + " characters as JSON");
        }
        return config.isFlawless() ? Optional.of(new WebhookStep(url, method, headers, body)) : Optional.empty();
    }

    private static Map<String, String> headers(Body config) {
        var headers = new LinkedHashMap<String, String>();
        config.optionalObject("headers").ifPresent(members -> {
            if (members.size() > MOST_HEADERS) {
                config.issue("headers", "too_big", "There may be at most " + MOST_HEADERS + " headers");
            }
            var body = config.child("headers", members);
            members.keySet().forEach(name -> header(body, name).ifPresent(value -> headers.put(name, value)));
        });
        return headers;
    }

    private static Optional<String> header(Body headers, String name) {
        var value = headers.text(name, 0, LONGEST_HEADER);
        var lower = name.toLowerCase(Locale.ROOT);
        if (!TOKEN.matcher(name).matches() || OURS.contains(lower) || lower.startsWith("webhook-")) {
            headers.issue(name, "custom", "A header of this name cannot be set");
        } else if (value.chars().anyMatch(character -> (character < 0x20 && character != '\t') || character >= 0x7f)) {
            headers.issue(name, "invalid_string", "Header values are printable ASCII");
        } else {
            return Optional.of(value);
        }
        return Optional.empty();
    }

    @Override
    public StepType type() {
        return StepType.WEBHOOK;
    }

    @Override
    public Decision decide(Situation situation) {
        try {
            var call = call(situation);
            var output = Map.<String, @Nullable Object>of("url", Urls.masked(call.url()), "method", method.name());
            return new Decision.Rest(output, Instant.MAX, Optional.empty(), Optional.of(call));
        } catch (Texts.TooLarge unusable) {
            return Decision.fail(String.valueOf(unusable.getMessage()));
        }
    }

    private Effect.Call call(Situation situation) {
        var variables = situation.variables();
        var rendered = new LinkedHashMap<String, String>();
        headers.forEach((name, value) -> rendered.put(name, oneLine(Texts.text(value, variables))));
        var content = method == Method.GET ? Optional.<String>empty() : Optional.of(content(situation, variables));
        return new Effect.Call(
                method.name(), oneLine(Texts.text(url, variables)).strip(), rendered, content);
    }

    /** Nothing rendered can add a header, and no header carries what HTTP cannot. */
    private static String oneLine(String text) {
        return text.replaceAll("[^\\x20-\\x7e\\t]", " ");
    }

    private String content(Situation situation, Map<String, @Nullable Object> variables) {
        return Json.write(body.map(written -> Texts.render(written, variables)).orElseGet(() -> ours(situation)));
    }

    private static Object ours(Situation situation) {
        var person = situation.person();
        var journey = situation.journey();
        var contact = new LinkedHashMap<String, @Nullable Object>();
        contact.put("id", person.contact().id().toString());
        contact.put("email", person.email().value());
        contact.put("subscribed", person.contact().subscribed());
        contact.put("data", person.contact().data());
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("contact", contact);
        body.put("workflow", Map.of("id", journey.workflow().toString(), "name", journey.workflowName()));
        body.put(
                "execution",
                Map.of(
                        "id",
                        journey.execution().toString(),
                        "startedAt",
                        journey.startedAt().toString()));
        body.put("event", situation.context().all());
        return body;
    }

    /** An answer ends the step well, whatever it says; without one the execution has failed. */
    @Override
    public Decision wake(Situation situation, Wake wake) {
        var end = wake.call().orElseThrow();
        var output = new LinkedHashMap<String, @Nullable Object>();
        output.put("url", end.url());
        output.put("method", end.method());
        output.put("statusCode", end.status().orElse(null));
        output.put("success", end.success());
        output.put("response", end.response());
        output.put("attempts", end.attempts());
        return end.error().isPresent() ? new Decision.Fail(end.error().get(), output) : Decision.leave(ONLY, output);
    }
}
