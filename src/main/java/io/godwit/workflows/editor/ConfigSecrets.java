package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.webhooks.SecretMasker;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.model.StepType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Masks the secrets of a WEBHOOK step: the values in the query of its URL and the values of its headers are never shown, and a
 * client that sends back the masks keeps the values. A kept value is sent to the host it was given for and to no other.
 */
final class ConfigSecrets {

    static final String MASK = "***";

    private static final Pattern MASKED_VALUE = Pattern.compile("[?&=]" + Pattern.quote(MASK) + "(&|$)");

    private static final Pattern HOST = Pattern.compile("[^:]*+://(?:\\{\\{[^{}]*}}|[^/?#\\\\])*+");

    private static final String URL = "url";
    private static final String HEADERS = "headers";

    /** Headers whose values are not secret. */
    private static final Set<String> PLAIN =
            Set.of("accept", "accept-encoding", "accept-language", "cache-control", "content-type", "user-agent");

    private ConfigSecrets() {}

    /** The config of a step as the API shows it. */
    static Map<String, @Nullable Object> masked(DraftStep step) {
        var config = new LinkedHashMap<>(step.config());
        if (step.is(StepType.WEBHOOK)) {
            text(config, URL).ifPresent(url -> config.put(URL, SecretMasker.url(url)));
            headers(config).ifPresent(headers -> config.put(HEADERS, masked(headers)));
        }
        return config;
    }

    private static Map<String, @Nullable Object> masked(Map<String, @Nullable Object> headers) {
        var masked = new LinkedHashMap<String, @Nullable Object>();
        headers.forEach((name, value) -> masked.put(name, isPlain(name) ? value : MASK));
        return masked;
    }

    private static boolean isPlain(String name) {
        return PLAIN.contains(name.toLowerCase(Locale.ROOT));
    }

    /**
     * A new config of the step with its masks replaced by the stored values; throws a 422 for a mask without a stored value.
     */
    static Map<String, @Nullable Object> unmasked(DraftStep before, Map<String, @Nullable Object> config) {
        return before.is(StepType.WEBHOOK) ? new Unmasking(before.config(), config).all() : config;
    }

    /** Puts the values of one config into the masks of another. */
    private static final class Unmasking {

        private final Map<String, @Nullable Object> before;
        private final Map<String, @Nullable Object> after;
        private final List<Issue> issues = new ArrayList<>();

        private Unmasking(Map<String, @Nullable Object> before, Map<String, @Nullable Object> config) {
            this.before = before;
            this.after = new LinkedHashMap<>(config);
        }

        private Map<String, @Nullable Object> all() {
            url();
            ConfigSecrets.headers(after).ifPresent(supplied -> after.put(HEADERS, masked(supplied)));
            if (!issues.isEmpty()) {
                throw Failure.invalid(issues);
            }
            return after;
        }

        private void url() {
            var old = text(before, URL).filter(url -> !SecretMasker.url(url).equals(url));
            var supplied = text(after, URL).orElse("");
            if (old.filter(url -> SecretMasker.url(url).equals(supplied)).isPresent()) {
                after.put(URL, old.get());
            } else if (MASKED_VALUE.matcher(supplied).find()) {
                issues.add(
                        Issue.of("config.url", "custom", "Give the query again: it is known for another address only"));
            }
        }

        private Map<String, @Nullable Object> masked(Map<String, @Nullable Object> supplied) {
            var known = ConfigSecrets.headers(before).orElse(Map.of());
            var headers = new LinkedHashMap<>(supplied);
            supplied.forEach((name, value) -> {
                if (MASK.equals(value)) {
                    var old = sameHost() ? find(known, name) : Optional.empty();
                    old.ifPresentOrElse(
                            secret -> headers.put(name, secret),
                            () -> issues.add(Issue.of(
                                    "config.headers." + name,
                                    "custom",
                                    "Give the value again: it is not known for this header at this host")));
                }
            });
            return headers;
        }

        private boolean sameHost() {
            return host(text(before, URL).orElse(""))
                    .equals(host(text(after, URL).orElse("")));
        }
    }

    private static Optional<Object> find(Map<String, @Nullable Object> headers, String name) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .filter(Objects::nonNull)
                .<Object>map(value -> value)
                .findFirst();
    }

    /** Scheme, host and port, with any placeholders in them as written. */
    private static String host(String url) {
        var host = HOST.matcher(url);
        return (host.lookingAt() ? host.group() : url).toLowerCase(Locale.ROOT);
    }

    private static Optional<String> text(Map<String, @Nullable Object> config, String name) {
        return config.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    @SuppressWarnings("unchecked")
    private static Optional<Map<String, @Nullable Object>> headers(Map<String, @Nullable Object> config) {
        return config.get(HEADERS) instanceof Map<?, ?> headers
                ? Optional.of((Map<String, @Nullable Object>) headers)
                : Optional.empty();
    }
}
