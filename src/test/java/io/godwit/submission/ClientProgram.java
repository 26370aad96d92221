package io.godwit.submission;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** A program or library of somebody else that submits messages: each composes its own, with an attachment and a subject outside ASCII. */
interface ClientProgram {

    /** The subject that every program writes. */
    String SUBJECT = "Gr\u00fc\u00dfe aus K\u00f6ln, \u6ce8\u6587 17 \ud83d\ude80";

    /** The envelope's sender that every program names. */
    String SENDER = "client@elsewhere.test";

    /** The way to a server. */
    enum Security {
        NONE,
        STARTTLS,
        TLS
    }

    /** @param mechanism PLAIN or LOGIN */
    record Login(Security security, String mechanism, String password) {}

    /**
     * The server as a program sees it.
     *
     * @param certificate the one it has to trust, in PEM
     */
    record SubmissionPort(int port, Path certificate, String fingerprint) {}

    /**
     * The end of a submission.
     *
     * @param accepted whether the program says that the message is sent
     * @param message the octets it sent, in Latin-1, dots undone; empty when it did not get so far
     * @param output all it said, with the server's refusals where it says them
     */
    record Outcome(boolean accepted, String message, String output) {}

    /** Skips the test where the program is missing. */
    Outcome submit(SubmissionPort server, Login login, List<String> recipients);

    /** Tells whether the program sends a message to the other recipients when one is refused. */
    boolean sendsToOthers();

    /** The settings of the scripts in {@code src/test/clients}. */
    static String settings(SubmissionPort server, Login login, List<String> recipients) {
        return new JsonObject()
                .put("port", server.port())
                .put("security", login.security().name())
                .put("mechanism", login.mechanism())
                .put("password", login.password())
                .put("certificate", server.certificate().toAbsolutePath().toString())
                .put("recipients", new JsonArray(recipients))
                .encode();
    }

    /** The end that such a script prints in its last line. */
    static Outcome printed(String output) {
        var line = output.strip();
        var json = new JsonObject(line.substring(line.lastIndexOf('\n') + 1));
        return new Outcome(
                json.getBoolean("accepted"),
                new String(Base64.getDecoder().decode(json.getString("message")), StandardCharsets.ISO_8859_1),
                json.getString("output"));
    }
}
