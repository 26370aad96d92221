package io.godwit.templates.engine;

import io.godwit.templates.filters.FilterArguments.Rendition;
import io.godwit.templates.filters.RenderBudget;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one rendering, looked up in the innermost loop first, then among assigned ones, then among those the rendering
 * was given.
 */
public final class RenderScope {

    /** The answer for a name that no loop and no assignment has bound; such a name may also be bound to null. */
    static final Object UNBOUND = new Object();

    private final Map<String, @Nullable Object> variables;
    private final Rendition rendition;
    private @Nullable LoopFrame frame;
    private @Nullable Map<String, @Nullable Object> assigned;
    private final Map<String, Integer> counters = new HashMap<>(0);
    private Interrupt interrupt = Interrupt.NONE;

    /** A pending {@code break} or {@code continue} of the innermost loop. */
    enum Interrupt {
        NONE,
        BREAK,
        CONTINUE
    }

    public RenderScope(Map<String, @Nullable Object> variables, Rendition rendition) {
        this.variables = variables;
        this.rendition = rendition;
    }

    Map<String, @Nullable Object> variables() {
        return variables;
    }

    Rendition rendition() {
        return rendition;
    }

    RenderBudget budget() {
        return rendition.budget();
    }

    /** The value a loop or an assignment has given the name, or {@link #UNBOUND}. */
    @Nullable
    Object local(String name) {
        for (var at = frame; at != null; at = at.outer()) {
            var found = at.local(name);
            if (found != UNBOUND) {
                return found;
            }
        }
        return assigned != null && assigned.containsKey(name) ? assigned.get(name) : UNBOUND;
    }

    boolean hasLocals() {
        return frame != null || assigned != null;
    }

    void assign(String name, @Nullable Object value) {
        if (assigned == null) {
            assigned = new HashMap<>();
        }
        assigned.put(name, value);
    }

    /** Enters a loop over so many items whose item has the name. */
    LoopFrame enter(String name, int length) {
        var entered = new LoopFrame(name, length, frame);
        frame = entered;
        return entered;
    }

    void leave(LoopFrame left) {
        frame = left.outer();
    }

    void interrupt(Interrupt kind) {
        interrupt = kind;
    }

    /** Tells whether a {@code break} or a {@code continue} ends the text, or the round of a loop, here. */
    public boolean isInterrupted() {
        return interrupt != Interrupt.NONE;
    }

    /** Ends the wish, for the loop it was meant for. Whether the loop is to end. */
    boolean endsLoop() {
        var ends = interrupt == Interrupt.BREAK;
        interrupt = Interrupt.NONE;
        return ends;
    }

    /** Adds to a counter that begins at 0, and gives its value before. Counters are no variables. */
    int count(String counter, int step) {
        var before = counters.getOrDefault(counter, 0);
        counters.put(counter, before + step);
        return before;
    }

    void setCount(String counter, int value) {
        counters.put(counter, value);
    }
}
