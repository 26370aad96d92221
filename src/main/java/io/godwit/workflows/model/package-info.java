/** The stored form of a workflow: properties, trigger, step types, schedules, and the states of executions. */
@NullMarked
package io.godwit.workflows.model;

import org.jspecify.annotations.NullMarked;
