package io.godwit.submission;

import io.godwit.kit.DenoProject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Nodemailer, run by the Deno of the build. */
final class NodemailerProgram implements ClientProgram {

    private Optional<DenoProject> project = Optional.empty();

    @Override
    public Outcome submit(SubmissionPort server, Login login, List<String> recipients) {
        if (project.isEmpty()) {
            project = Optional.of(DenoProject.open("nodemailer"));
        }
        return ClientProgram.printed(project.get()
                .run(
                        Map.of("SUBMISSION", ClientProgram.settings(server, login, recipients)),
                        "run",
                        "--quiet",
                        "-A",
                        "submit.ts"));
    }

    @Override
    public boolean sendsToOthers() {
        return true;
    }

    @Override
    public String toString() {
        return "nodemailer";
    }
}
