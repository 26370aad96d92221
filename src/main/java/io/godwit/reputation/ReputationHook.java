package io.godwit.reputation;

import io.godwit.events.EventHook;
import io.godwit.events.NewEvent;
import java.util.List;

/**
 * Marks the projects of appended bounces and complaints as pending, in the statement that appends them; passes everything
 * on to the other hook.
 */
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
    public String condition() {
        return "(" + ReputationStore.HARMFUL + " OR " + others.condition() + ")";
    }

    @Override
    public void onReactions(List<NewEvent> events) {
        others.onReactions(events);
    }
}
