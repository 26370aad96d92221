package io.godwit.commands;

import io.godwit.commands.doctor.Doctor;
import io.godwit.commands.doctor.Machine;
import io.godwit.config.SettingsReport;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.State;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** The command {@code doctor}: what would keep Godwit from working on this machine, and what to do about it. */
final class DoctorCommand implements Command {

    private final Machine machine;

    DoctorCommand() {
        this(Machine.current());
    }

    /** @param machine in place of this one */
    DoctorCommand(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String name() {
        return "doctor";
    }

    @Override
    public String summary() {
        return "checks this machine, the data directory, the database, ports, DNS and the mail server";
    }

    @Override
    public String synopsis() {
        return "[CHECK...]";
    }

    @Override
    public String description() {
        return "Checks: " + String.join(", ", Doctor.CHECKS) + "; without arguments all of them.\n" + """
                Run it as the user and with the settings of the server, which may be running or not. Changes nothing and sends
                nothing. Takes a few seconds, some twenty where something does not answer.
                Exit status: 0, 1 when a check failed: Godwit would not start or not work.""";
    }

    @Override
    public int run(Map<String, String> environment, List<String> arguments, PrintStream out) {
        arguments.stream()
                .filter(name -> !Doctor.CHECKS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new UsageException(
                            "There is no check " + name + "; there are " + String.join(", ", Doctor.CHECKS));
                });
        var vertx = Vertx.vertx();
        try {
            var report = SettingsReport.read(environment);
            var results = new Doctor(vertx, report, machine)
                    .run(arguments.isEmpty() ? Doctor.CHECKS : arguments)
                    .await();
            var status = ResultPrinter.print(results, out);
            out.println(summary(results));
            return status;
        } finally {
            vertx.close().await();
        }
    }

    private static String summary(List<CheckResult> results) {
        return "ok: %d, warnings: %d, failed: %d, unknown: %d"
                .formatted(
                        ResultPrinter.count(results, State.OK),
                        ResultPrinter.count(results, State.WARNING),
                        ResultPrinter.count(results, State.FAILED),
                        ResultPrinter.count(results, State.UNKNOWN));
    }
}
