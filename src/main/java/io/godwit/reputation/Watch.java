package io.godwit.reputation;

import io.godwit.core.ProjectId;
import io.godwit.events.Enrolments;
import io.godwit.events.NewEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks through events that are appended for what harms a reputation, and notes whose it is; the rest goes on as before. */
final class Watch implements Enrolments {

    private static final Set<String> HARM = Set.of("email.bounce", "email.complaint");

    private final Enrolments others;
    private final ConductStore store = new ConductStore();

    Watch(Enrolments others) {
        this.others = others;
    }

    @Override
    public Future<Void> enrol(SqlClient tx, List<NewEvent> events) {
        var harmed = events.stream()
                .filter(event -> HARM.contains(event.name()))
                .map(NewEvent::project)
                .collect(Collectors.<ProjectId>toSet());
        var enrolled = others.enrol(tx, events);
        return harmed.isEmpty()
                ? enrolled
                : Future.join(store.note(tx, harmed), enrolled).mapEmpty();
    }
}
