package io.godwit.reputation;

import io.godwit.events.Enrolments;
import io.godwit.events.NewEvent;
import java.util.List;

/** Looks through events that are appended for what harms a reputation, and notes whose it is; the rest goes on as before. */
final class Watch implements Enrolments {

    private final Enrolments others;

    Watch(Enrolments others) {
        this.others = others;
    }

    @Override
    public String expressions() {
        return ConductStore.HARM + others.expressions();
    }

    @Override
    public void met(List<NewEvent> events) {
        others.met(events);
    }
}
