package io.godwit.live;

import io.godwit.core.Change;
import io.godwit.db.DatabaseAvailability.Condition;
import io.godwit.web.body.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Writes the events of a stream ({@code text/event-stream}, HTML Living Standard §9.2.6). */
final class LiveEvent {

    /** The right to the stream has ended. */
    static final String BYE = "event: bye\ndata: {}\n\n";

    /** Changes have been left out. */
    static final String RESYNC = "event: resync\ndata: {}\n\n";

    /**
     * The event that says that nothing has happened. A comment would not do: a page cannot see it, so it could not tell silence
     * from rest.
     */
    static final String BEAT = "event: beat\ndata: {}\n\n";

    private LiveEvent() {}

    /** Tells an EventSource to connect again after so many milliseconds, to any node. */
    static String retry(int millis) {
        return "retry: " + millis + "\n\n";
    }

    static String state(Condition database) {
        return "event: state\ndata: {\"database\":\"" + database.name().toLowerCase(Locale.ROOT) + "\"}\n\n";
    }

    /** The changes of a further project come from now on. */
    static String followed(UUID project) {
        return "event: followed\ndata: {\"project\":\"" + project + "\"}\n\n";
    }

    /** The right to follow one of the further projects of a stream has ended, or never was. */
    static String left(UUID project) {
        return "event: left\ndata: {\"project\":\"" + project + "\"}\n\n";
    }

    /** The event of a change in the stream's own project. */
    static String changed(Change change, Optional<Object> details) {
        return changed(change, Optional.empty(), details);
    }

    /**
     * The event of a change.
     *
     * @param project is named where it is not the stream's own
     * @param details is written as a JSON object, whose members stand beside the topic
     */
    static String changed(Change change, Optional<UUID> project, Optional<Object> details) {
        var id = change.id() == null ? "" : ",\"id\":\"" + change.id() + "\"";
        var of = project.map(named -> ",\"project\":\"" + named + "\"").orElse("");
        return "event: changed\ndata: {\"topic\":\"" + change.topic().word() + "\"" + id + of
                + details.map(LiveEvent::members).orElse("") + "}\n\n";
    }

    private static String members(Object details) {
        var json = json(details);
        return "," + json.substring(1, json.length() - 1);
    }

    static String json(Object value) {
        return new String(JsonWriter.bytes(value), StandardCharsets.UTF_8);
    }
}
