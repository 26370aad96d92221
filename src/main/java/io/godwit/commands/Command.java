package io.godwit.commands;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** A command of the jar: {@code java -jar godwit.jar NAME ARGUMENTS}. */
public interface Command {

    /** Exit status: done, and nothing is wrong. */
    int OK = 0;

    /** Exit status: something is wrong, and the output says what. */
    int WRONG = 1;

    /** Exit status: the command could not run, because of its arguments or of the settings. */
    int REFUSED = 2;

    /** The word that names the command, in lower case with hyphens. */
    String name();

    /** One line for the list of commands, which begins in lower case and has no full stop. */
    String summary();

    /** The arguments behind the name as a synopsis, such as {@code FILE} or {@code [DOMAIN[:SELECTOR]...]}; empty for none. */
    String synopsis();

    /** Some lines that say more about the arguments, the output and the exit status; without a line break at the end. */
    String description();

    /**
     * Runs the command; blocks until it has ended. Logs below the level ERROR are off.
     *
     * @param environment the variables of the process, with the settings
     * @param arguments the words behind the name
     * @param out gets everything that the command has to say; the caller flushes it
     * @return the exit status of the process: {@link #OK}, {@link #WRONG} or {@link #REFUSED}
     * @throws RuntimeException if the command cannot run; the caller prints its message, a sentence that says what to do, and
     *     ends the process with {@link #REFUSED}
     */
    int run(Map<String, String> environment, List<String> arguments, PrintStream out);
}
