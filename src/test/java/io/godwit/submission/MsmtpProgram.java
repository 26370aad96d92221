package io.godwit.submission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The sendmail of many machines. It sends what it reads, with the subject as it was typed. */
final class MsmtpProgram implements ClientProgram {

    private static final String MESSAGE = """
            From: Shop <shop@example.test>
            To: undisclosed-recipients:;
            Subject: %s
            Date: Mon, 23 Nov 2026 08:00:00 +0000
            Message-ID: <%s@client.test>
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=edge

            --edge
            Content-Type: text/plain; charset=utf-8; format=flowed
            Content-Transfer-Encoding: 8bit

            Gr\u00fc\u00dfe
            .
            ..dots
            flowed\s
            text
            --edge
            Content-Type: application/zip; name=a.zip
            Content-Disposition: attachment; filename=a.zip
            Content-Transfer-Encoding: base64

            %s
            --edge--
            """;

    private final Path folder;

    /** @param folder for its input */
    MsmtpProgram(Path folder) {
        this.folder = folder;
    }

    @Override
    public Outcome submit(SubmissionPort server, Login login, List<String> recipients) {
        var program = InstalledProgram.of("msmtp", "--version");
        var message = MESSAGE.formatted(
                SUBJECT,
                recipients.hashCode(),
                Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(new byte[10_240]));
        var ended = program.run(
                Map.of("MSMTP_KEY", login.password()),
                new ProcessBuilder().redirectInput(written("message", message).toFile()),
                arguments(server, login, recipients));
        return new Outcome(ended.status() == 0, octets(message), ended.output());
    }

    private List<String> arguments(SubmissionPort server, Login login, List<String> recipients) {
        var arguments = new ArrayList<>(List.of(
                "--file=" + written("settings", ""),
                "--host=localhost",
                "--port=" + server.port(),
                "--tls=" + (login.security() == Security.NONE ? "off" : "on"),
                "--tls-starttls=" + (login.security() == Security.STARTTLS ? "on" : "off"),
                "--tls-fingerprint=" + server.fingerprint(),
                "--auth=" + login.mechanism().toLowerCase(Locale.ROOT),
                "--user=any",
                "--passwordeval=printenv MSMTP_KEY",
                "--from=" + SENDER));
        arguments.add("--");
        arguments.addAll(recipients);
        return arguments;
    }

    private Path written(String name, String text) {
        try {
            return Files.writeString(folder.resolve("msmtp-" + name), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String octets(String message) {
        return new String(message.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** One refused recipient ends the whole transaction. */
    @Override
    public boolean sendsToOthers() {
        return false;
    }

    @Override
    public String toString() {
        return "msmtp";
    }
}
