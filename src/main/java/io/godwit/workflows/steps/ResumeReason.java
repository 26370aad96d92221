package io.godwit.workflows.steps;

import io.godwit.core.Json;
import io.godwit.workflows.model.ExecutionContext;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The reason a wait is over: its time has come, an event has arrived, or a webhook call has ended. */
public record ResumeReason(Optional<Event> event, Optional<CallEnd> call) {

    public static final ResumeReason TIME = new ResumeReason(Optional.empty(), Optional.empty());

    /** The event that ended the wait. */
    public record Event(UUID id, ExecutionContext data, Instant at) {

        private Map<String, @Nullable Object> members() {
            return Map.of(
                    "id", id.toString(),
                    "at", at.toString(),
                    "data", Map.of("kept", data.persistentData(), "once", data.transientData()));
        }

        private static Event of(Map<String, @Nullable Object> members) {
            return new Event(
                    UUID.fromString(String.valueOf(members.get("id"))),
                    ExecutionContext.of(members.get("data")),
                    Instant.parse(String.valueOf(members.get("at"))));
        }
    }

    /**
     * The end of a webhook call.
     *
     * @param status of the last answer; empty when there was none
     * @param error reason it was given up; empty when an answer settled it
     * @param response beginning of the answer's body
     */
    public record CallEnd(
            Optional<Integer> status, boolean success, Optional<String> error, String response, int attempts) {

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

    /** Reads a text that {@link #json} or the database wrote. */
    @SuppressWarnings("unchecked")
    public static ResumeReason stored(String json) {
        var members = Json.readObject(json);
        if (members.get("event") instanceof Map<?, ?> event) {
            return by(Event.of((Map<String, @Nullable Object>) event));
        }
        return by(CallEnd.of((Map<String, @Nullable Object>) Objects.requireNonNull(members.get("call"))));
    }

    public String json() {
        return Json.write(event.<Map<String, Object>>map(arrived -> Map.of("event", arrived.members()))
                .orElseGet(() -> Map.of("call", call.orElseThrow().members())));
    }

    public static ResumeReason by(Event event) {
        return new ResumeReason(Optional.of(event), Optional.empty());
    }

    public static ResumeReason by(CallEnd call) {
        return new ResumeReason(Optional.empty(), Optional.of(call));
    }
}
