package io.godwit.commands;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.State;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints the results of checks: a line for each, and below it the advice where something is to be done. */
final class ResultPrinter {

    private ResultPrinter() {}

    /** Returns the exit status: {@link Command#WRONG} when a check failed. */
    static int print(List<CheckResult> results, PrintStream out) {
        for (var result : results) {
            var subject = result.subject().isEmpty() ? "" : result.subject() + ": ";
            out.printf(
                    "%-8s %-14s %s%s%n",
                    result.state().name().toLowerCase(Locale.ROOT), result.name(), subject, result.finding());
            result.advice().ifPresent(advice -> out.printf("%25s%s%n", "", advice));
        }
        return count(results, State.FAILED) > 0 ? Command.WRONG : Command.OK;
    }

    static long count(List<CheckResult> results, State state) {
        return results.stream().filter(result -> result.state() == state).count();
    }
}
