/**
 * The checks of the command {@code doctor}: one small class for each thing that has to be right for Godwit to work on a machine.
 * {@link io.godwit.commands.doctor.Doctor} has their list. A check changes nothing, ends within seconds, and answers with
 * results: what was found, and what to do about it.
 */
@NullMarked
package io.godwit.commands.doctor;

import org.jspecify.annotations.NullMarked;
