package io.godwit.live;

import io.godwit.core.Change;
import io.godwit.db.DatabaseAvailability.Condition;
import io.godwit.web.body.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

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

    /** @param details is written as a JSON object, whose members stand beside the topic */
    static String changed(Change change, Optional<Object> details) {
        var id = change.id() == null ? "" : ",\"id\":\"" + change.id() + "\"";
        return "event: changed\ndata: {\"topic\":\"" + change.topic().word() + "\"" + id
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
