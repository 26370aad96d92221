package io.godwit.submission;

import java.util.List;
import java.util.Map;

/** Python's own library. */
final class SmtplibProgram implements ClientProgram {

    @Override
    public Outcome submit(SubmissionPort server, Login login, List<String> recipients) {
        return ClientProgram.printed(InstalledProgram.of("python3", "--version")
                .run(
                        Map.of("SUBMISSION", ClientProgram.settings(server, login, recipients)),
                        "src/test/clients/python/submit.py")
                .output());
    }

    @Override
    public boolean sendsToOthers() {
        return true;
    }

    @Override
    public String toString() {
        return "smtplib";
    }
}
