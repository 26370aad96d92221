package io.godwit.events;

import java.util.List;

/**
 * Reacts to events in the statement that appends them: the workflow engine starts executions and resumes waits here, so
 * that no accepted event misses its workflows, and events without a workflow cost next to nothing. A caller that has found out
 * that nothing reacts ({@link ReactionCheck}) may leave the reactions out. Declared here, implemented and passed in elsewhere.
 */
public interface EventHook {

    /** A hook without reactions. */
    EventHook NONE = new EventHook() {

        @Override
        public String expressions() {
            return ", reactions AS (SELECT WHERE false)";
        }

        @Override
        public String condition() {
            return "false";
        }

        @Override
        public void onReactions(List<NewEvent> events) {}
    };

    /**
     * The SQL of the reactions: common table expressions, a comma before each. They read {@code appended (project_id, id,
     * contact_id, name, data jsonb, once jsonb, trigger_depth, position)}, one row for each event in the order of the list; the
     * last is {@code reactions}, one row for each reaction. A failure of one of them rolls the transaction back.
     */
    String expressions();

    /**
     * The SQL condition that holds for a row {@code candidate (project_id, name)} when an event of this name could have a reaction.
     */
    String condition();

    /** Runs when there were reactions to some of these events, before the transaction is committed. */
    void onReactions(List<NewEvent> events);
}
