/**
 * The commands of the jar for operators, {@code java -jar godwit.jar COMMAND}. A command does one thing on the machine it is
 * called on, prints what it found and ends; none of them starts the server.
 *
 * <p>{@link io.godwit.commands.CommandLine} has the list of all commands, so a new one is a {@link io.godwit.commands.Command}
 * and a line there.
 */
@NullMarked
package io.godwit.commands;

import org.jspecify.annotations.NullMarked;
