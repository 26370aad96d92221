package io.godwit.workflows;

import io.godwit.core.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Why a rest is over: its time has come, an event has arrived, or a call has ended. */
record Wake(Optional<Event> event, Optional<CallEnd> call) {

    static final Wake TIME = new Wake(Optional.empty(), Optional.empty());

    /** The event that was waited for. */
    record Event(UUID id, Context data, Instant at) {

        private Map<String, @Nullable Object> members() {
            return Map.of(
                    "id", id.toString(),
                    "at", at.toString(),
                    "data", Map.of("kept", data.kept(), "once", data.once()));
        }

        private static Event of(Map<String, @Nullable Object> members) {
            return new Event(
                    UUID.fromString(String.valueOf(members.get("id"))),
                    Context.of(members.get("data")),
                    Instant.parse(String.valueOf(members.get("at"))));
        }
    }

    /**
     * How a call of a webhook ended.
     *
     * @param status of the last answer; empty when there was none
     * @param error why it was given up; empty when an answer settled it
     * @param response the beginning of what was answered
     */
    record CallEnd(Optional<Integer> status, boolean success, Optional<String> error, String response, int attempts) {

        private Map<String, @Nullable Object> members() {
            var members = new LinkedHashMap<String, @Nullable Object>();
            members.put("status", status.orElse(null));
            members.put("success", success);
            members.put("error", error.orElse(null));
            members.put("response", response);
            members.put("attempts", attempts);
            return members;
        }

        private static CallEnd of(Map<String, @Nullable Object> members) {
            return new CallEnd(
                    Optional.ofNullable((Integer) members.get("status")),
                    Boolean.TRUE.equals(members.get("success")),
                    Optional.ofNullable(members.get("error")).map(Object::toString),
                    String.valueOf(members.get("response")),
                    members.get("attempts") instanceof Integer number ? number : 0);
        }
    }

    /** What {@link #json} or the database wrote. */
    @SuppressWarnings("unchecked")
    static Wake stored(String json) {
        var members = Json.readObject(json);
        if (members.get("event") instanceof Map<?, ?> event) {
            return by(Event.of((Map<String, @Nullable Object>) event));
        }
        return by(CallEnd.of((Map<String, @Nullable Object>) Objects.requireNonNull(members.get("call"))));
    }

    String json() {
        return Json.write(event.<Map<String, Object>>map(arrived -> Map.of("event", arrived.members()))
                .orElseGet(() -> Map.of("call", call.orElseThrow().members())));
    }

    static Wake by(Event event) {
        return new Wake(Optional.of(event), Optional.empty());
    }

    static Wake by(CallEnd call) {
        return new Wake(Optional.empty(), Optional.of(call));
    }
}
