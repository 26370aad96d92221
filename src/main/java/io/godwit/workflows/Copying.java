package io.godwit.workflows;

import io.godwit.core.Ids;
import io.godwit.core.StepId;
import io.godwit.core.TransitionId;
import java.util.HashMap;

/** Copies what is drawn. */
final class Copying {

    private Copying() {}

    /** The steps and links of another draft under new ids. */
    static Draft into(Draft empty, Draft original) {
        var oldToNew = new HashMap<StepId, StepId>();
        original.steps().forEach(step -> oldToNew.put(step.id(), new StepId(Ids.next())));
        var at = empty.readAt();
        return empty.with(
                original.steps().stream()
                        .map(step -> step.as(oldToNew.getOrDefault(step.id(), step.id()), at))
                        .toList(),
                original.links().stream()
                        .map(link -> new Link(
                                new TransitionId(Ids.next()),
                                oldToNew.getOrDefault(link.from(), link.from()),
                                oldToNew.getOrDefault(link.to(), link.to()),
                                link.branch(),
                                link.outcome(),
                                link.priority(),
                                at,
                                at))
                        .toList());
    }
}
