package io.godwit.workflows;

/** A workflow in a list. */
record Listed(Workflow workflow, Counts counts) {

    /**
     * How much there is of it.
     *
     * @param steps the TRIGGER too
     * @param executions of all time; of more than {@link WorkflowListStore#MOST_COUNTED} just so many
     */
    record Counts(long steps, long executions) {}
}
