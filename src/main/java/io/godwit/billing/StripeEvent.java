package io.godwit.billing;

import io.godwit.core.Json;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event of Stripe. It is read as plain JSON: Stripe's library makes empty objects of events whose API version is not its
 * own, and the members read here have the same names in all versions.
 */
final class StripeEvent {

    private final Map<String, @Nullable Object> event;

    private StripeEvent(Map<String, @Nullable Object> event) {
        this.event = event;
    }

    /** Parses an event; throws when it is no JSON object. */
    static StripeEvent read(String body) {
        return read(JsonBody.of(Json.readObject(body)));
    }

    /** Reads an event; the object it is about depends on its type. */
    static StripeEvent read(JsonBody body) {
        body.expects("id", MemberType.TEXT);
        body.expects("type", MemberType.TEXT);
        body.expects("created", MemberType.whole(0, Long.MAX_VALUE));
        body.expects("data", MemberType.object("StripeEventData", data -> data.optionalObject("object")));
        if (!body.has("id")) {
            body.missing("id");
        }
        return new StripeEvent(body.members());
    }

    Optional<String> id() {
        return text(event, "id");
    }

    String type() {
        return text(event, "type").orElse("");
    }

    /** The time of the event, to the second. */
    Instant madeAt() {
        return event.get("created") instanceof Number seconds
                ? Instant.ofEpochSecond(seconds.longValue())
                : Instant.EPOCH;
    }

    /** A text member of the event's object. */
    Optional<String> text(String name) {
        return text(object(), name);
    }

    /** Returns whether a member of the event's object is a number above zero. */
    boolean isPositive(String name) {
        return object().get(name) instanceof Number number && number.longValue() > 0;
    }

    /** The id of another object, which may be included as a whole. */
    Optional<String> reference(String name) {
        return object().get(name) instanceof Map<?, ?> expanded
                ? Optional.ofNullable(expanded.get("id")).map(String::valueOf)
                : text(name);
    }

    /** The value a customer entered into a custom field of the checkout. */
    Optional<String> customField(String key) {
        if (object().get("custom_fields") instanceof Iterable<?> fields) {
            for (var field : fields) {
                if (field instanceof Map<?, ?> one
                        && key.equals(one.get("key"))
                        && one.get("text") instanceof Map<?, ?> entered) {
                    return Optional.ofNullable(entered.get("value")).map(String::valueOf);
                }
            }
        }
        return Optional.empty();
    }

    @SuppressWarnings("unchecked")
    private Map<String, @Nullable Object> object() {
        return event.get("data") instanceof Map<?, ?> data && data.get("object") instanceof Map<?, ?> object
                ? (Map<String, @Nullable Object>) object
                : Map.of();
    }

    private static Optional<String> text(Map<String, @Nullable Object> members, String name) {
        return members.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
