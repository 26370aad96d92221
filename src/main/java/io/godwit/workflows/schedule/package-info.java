/** Workflows that start by schedule: their next times, and the runs that enrol their contacts. */
@NullMarked
package io.godwit.workflows.schedule;

import org.jspecify.annotations.NullMarked;
