/** Executions for readers: manual starts, history, visits, and the counts per workflow and step. */
@NullMarked
package io.godwit.workflows.executions;

import org.jspecify.annotations.NullMarked;
