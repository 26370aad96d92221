package io.godwit.contacts;

import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.events.NewEvent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the effects that the contact changes of one transaction have beside the contacts' own rows: events of subscriptions
 * that flip, types of fields never seen before, and count deltas. Every writer of contacts reports each change here, in order,
 * and passes this to {@link ContactBatchWriter#writeEffects} before it commits. Belongs to one thread at a time.
 */
public final class ContactChangeEffects {

    private final FieldDiscovery fields;
    private final CountDeltas deltas = new CountDeltas();

    ContactChangeEffects(FieldDiscovery fields) {
        this.fields = fields;
    }

    /**
     * One change that was accepted.
     *
     * @param before null for a contact that was not there; creating one is no flip
     * @param source the cause, for the data of the event
     * @return the event the caller has to append
     */
    public Optional<NewEvent> changed(
            ProjectId project, @Nullable Contact before, Contact after, ConsentSource source) {
        if (before == after) {
            return Optional.empty();
        }
        fields.note(project, before, after);
        deltas.changed(project, before, after);
        return before != null && before.subscribed() != after.subscribed()
                ? Optional.of(flip(project, after, source))
                : Optional.empty();
    }

    /** Counts a contact that was deleted. */
    void deleted(ProjectId project, Contact contact) {
        deltas.changed(project, contact, null);
    }

    private static NewEvent flip(ProjectId project, Contact contact, ConsentSource source) {
        var name = contact.subscribed() ? "contact.subscribed" : "contact.unsubscribed";
        return new NewEvent(project, new EventId(Ids.next()), contact.id(), name, source.data(), Optional.empty(), 0);
    }

    public boolean isEmpty() {
        return fields.isEmpty() && deltas.isEmpty();
    }

    /** Spares later look-ups; to be called after the commit or not at all. */
    public void committed() {
        fields.cache();
    }

    FieldDiscovery fields() {
        return fields;
    }

    CountDeltas deltas() {
        return deltas;
    }
}
