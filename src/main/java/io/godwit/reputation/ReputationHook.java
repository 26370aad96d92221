package io.godwit.reputation;

import io.godwit.events.EventHook;
import io.godwit.events.NewEvent;
import java.util.List;

/** Looks through events that are appended for what harms a reputation, and notes whose it is; the rest goes on as before. */
final class ReputationHook implements EventHook {

    private final EventHook others;

    ReputationHook(EventHook others) {
        this.others = others;
    }

    @Override
    public String expressions() {
        return ReputationStore.HARM + others.expressions();
    }

    @Override
    public void onReactions(List<NewEvent> events) {
        others.onReactions(events);
    }
}
