package io.godwit.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.godwit.commands.doctor.Machine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** The exit status and the output of a doctor. */
record DoctorRun(int status, String text) {

    /** Runs these checks. */
    static DoctorRun of(Map<String, String> environment, String... checks) {
        return of(Machine.current(), environment, checks);
    }

    static DoctorRun of(Machine machine, Map<String, String> environment, String... checks) {
        var out = new ByteArrayOutputStream();
        var status = new DoctorCommand(machine).run(environment, List.of(checks), new PrintStream(out, true, UTF_8));
        return new DoctorRun(status, out.toString(UTF_8));
    }

    /** The results without those that are not about the subject, with what is to be done about them. */
    String about(String subject) {
        return text.replaceAll("\n {25}", " ")
                .lines()
                .filter(line -> line.contains(subject))
                .collect(joining("\n"));
    }
}
