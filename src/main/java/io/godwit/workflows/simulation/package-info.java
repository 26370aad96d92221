/** The simulation of a workflow for one contact, without effects. */
@NullMarked
package io.godwit.workflows.simulation;

import org.jspecify.annotations.NullMarked;
