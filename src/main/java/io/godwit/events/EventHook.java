package io.godwit.events;

import java.util.List;

/**
 * What reacts to events in the very statement that appends them: the workflow engine starts executions and resumes waits
 * here, so that no accepted event can miss its workflows, and those that concern nobody cost next to nothing. Owned here,
 * wired by the server.
 */
public interface EventHook {

    /** Nobody reacts. */
    EventHook NONE = new EventHook() {

        @Override
        public String expressions() {
            return ", met AS (SELECT WHERE false)";
        }

        @Override
        public void onReactions(List<NewEvent> events) {}
    };

    /**
     * SQL: common table expressions, a comma before each. They read {@code appended (project_id, id, contact_id, name, data
     * jsonb, once jsonb, depth, position)}, one row for each event in the order of the list; the last is {@code met}, one row
     * for each reaction. A failure of one of them undoes the transaction.
     */
    String expressions();

    /** There were reactions to some of them. The transaction is not over yet. */
    void onReactions(List<NewEvent> events);
}
