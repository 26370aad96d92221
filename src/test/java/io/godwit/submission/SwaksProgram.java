package io.godwit.submission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The test client of postmasters, with pipelining. Its transcript says what it sent. */
final class SwaksProgram implements ClientProgram {

    private static final String SENT = " ~> ";

    private final Path folder;

    /** @param folder for its input */
    SwaksProgram(Path folder) {
        this.folder = folder;
    }

    @Override
    public Outcome submit(SubmissionPort server, Login login, List<String> recipients) {
        var program = InstalledProgram.of("swaks", "--version");
        var ended = program.run(
                Map.of(), "--config", settings(server, login, recipients).toString());
        return new Outcome(ended.status() == 0, message(ended.output()), ended.output());
    }

    /** In a file, since arguments outside ASCII depend on the machine's locale. */
    private Path settings(SubmissionPort server, Login login, List<String> recipients) {
        try {
            var file = folder.resolve("swaks.bin");
            Files.write(file, new byte[10_240]);
            var options = new ArrayList<>(List.of(
                    "server 127.0.0.1",
                    "port " + server.port(),
                    "auth " + login.mechanism(),
                    "auth-user any",
                    "auth-password " + login.password(),
                    "ehlo client.test",
                    "pipeline",
                    "from " + SENDER,
                    "to " + String.join(",", recipients),
                    "header From: Shop <shop@example.test>",
                    "header Subject: " + SUBJECT,
                    "body Gr\u00fc\u00dfe\\n.\\n..dots\\n",
                    "attach-type application/zip",
                    "attach @" + file));
            if (login.security() != Security.NONE) {
                options.add(login.security() == Security.TLS ? "tls-on-connect" : "tls");
                options.add("tls-verify");
                options.add("tls-ca-path " + server.certificate().toAbsolutePath());
            }
            return Files.write(folder.resolve("swaksrc"), options, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The lines between the reply to DATA and the dot. */
    private static String message(String transcript) {
        var lines = new ArrayList<String>();
        var reading = false;
        for (var line : transcript.lines().toList()) {
            if (line.startsWith("<~  354")) {
                reading = true;
            } else if (reading && line.equals(SENT + ".")) {
                break;
            } else if (reading && line.startsWith(SENT)) {
                var text = line.substring(SENT.length());
                lines.add(text.startsWith(".") ? text.substring(1) : text);
            }
        }
        return lines.isEmpty()
                ? ""
                : new String(
                        (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8),
                        StandardCharsets.ISO_8859_1);
    }

    @Override
    public boolean sendsToOthers() {
        return true;
    }

    @Override
    public String toString() {
        return "swaks";
    }
}
