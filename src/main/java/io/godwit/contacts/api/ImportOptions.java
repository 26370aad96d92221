package io.godwit.contacts.api;

import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.Json;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The form fields beside the file of an import.
 *
 * @param mapping the meaning of columns by their names: {@code email}, {@code subscribed}, {@code status}, {@code ignore}, or
 *     the name of a custom field
 * @param proof why contacts of the file that had opted out may be mailed again; empty when they may not
 */
public record ImportOptions(Map<String, String> mapping, Optional<String> proof) {

    public static final String IGNORE = "ignore";

    private static final int SHORTEST_PROOF = 10;
    private static final int MAX_PROOF_LENGTH = 1_000;

    public static ImportOptions parse(JsonBody form) {
        var mapping = mapping(form);
        var resubscribe = isSet(form, "resubscribe");
        var proof = proof(form, resubscribe);
        return form.build(() -> new ImportOptions(mapping, proof));
    }

    /** Reads {@code proof}, which is needed when and only when {@code resubscribe} is set. */
    static Optional<String> proof(JsonBody body, boolean resubscribe) {
        var proof = body.optionalText("proof", SHORTEST_PROOF, MAX_PROOF_LENGTH);
        if (resubscribe && proof.isEmpty() && !body.has("proof")) {
            body.issue(
                    "proof",
                    "required",
                    "Say how you know that people who had said no want your emails again; it is written down");
        } else if (!resubscribe && proof.isPresent()) {
            body.issue("resubscribe", "required", "A proof is only for resubscribe: true");
        }
        return proof.filter(ignored -> resubscribe);
    }

    private static boolean isSet(JsonBody form, String name) {
        form.expects(name, MemberType.words("true", "false"));
        var value = form.raw(name);
        if (value == null || value.equals("") || value.equals("false")) {
            return false;
        }
        if (!value.equals("true")) {
            form.issue(name, "invalid_type", "Expected true or false");
        }
        return true;
    }

    private static Map<String, String> mapping(JsonBody form) {
        form.expects("mapping", MemberType.TEXT);
        var mapping = new LinkedHashMap<String, String>();
        if (form.raw("mapping") instanceof String text && !text.isBlank()) {
            object(form, text).forEach((column, meaning) -> {
                if (meaning == null) {
                    mapping.put(column, IGNORE);
                } else if (meaning instanceof String name && !name.isBlank()) {
                    mapping.put(column, name.strip());
                } else {
                    form.issue(
                            "mapping",
                            "invalid_type",
                            "The column " + column
                                    + " must be email, subscribed, status, ignore or the name of a field");
                }
            });
        }
        return mapping;
    }

    private static Map<String, @Nullable Object> object(JsonBody form, String text) {
        try {
            return Json.readObject(text);
        } catch (IllegalArgumentException notJson) {
            form.issue("mapping", "invalid_type", "Expected a JSON object of column and field");
            return Map.of();
        }
    }

    /** The input of the job. */
    public Map<String, @Nullable Object> input() {
        var input = new LinkedHashMap<String, @Nullable Object>();
        input.put("mapping", mapping);
        input.put("proof", proof.orElse(null));
        return input;
    }

    /** Reads what {@link #input} wrote; no options for a job of an earlier version. */
    public static ImportOptions of(Map<String, @Nullable Object> input) {
        var mapping = new LinkedHashMap<String, String>();
        if (input.get("mapping") instanceof Map<?, ?> members) {
            members.forEach((column, meaning) -> mapping.put(String.valueOf(column), String.valueOf(meaning)));
        }
        return new ImportOptions(
                mapping, Optional.ofNullable(input.get("proof")).map(Object::toString));
    }

    /** The weight of the wishes of the file. */
    public SubscriptionAuthority authority() {
        return proof.isPresent() ? SubscriptionAuthority.STATED : SubscriptionAuthority.IMPORT;
    }
}
