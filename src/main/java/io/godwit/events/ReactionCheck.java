package io.godwit.events;

import io.godwit.core.id.ProjectId;
import java.util.Set;

/**
 * The event names to which nothing reacts, as a transaction has found before it appends its events. An event of any other name is
 * appended together with the reactions of the {@link EventHook}.
 *
 * @param withoutReaction names that were looked up and to which nothing reacted
 */
public record ReactionCheck(Set<EventName> withoutReaction) {

    /** The check of a transaction that has looked up no name. */
    public static final ReactionCheck NONE = new ReactionCheck(Set.of());

    /** The name of a project's events. */
    public record EventName(ProjectId project, String name) {}

    public ReactionCheck {
        withoutReaction = Set.copyOf(withoutReaction);
    }

    boolean mayReact(NewEvent event) {
        return withoutReaction.isEmpty() || !withoutReaction.contains(new EventName(event.project(), event.name()));
    }
}
