/** The steps of a workflow as pure decisions: their configs, conditions, effects, and the graph that joins them. */
@NullMarked
package io.godwit.workflows.steps;

import org.jspecify.annotations.NullMarked;
