package io.godwit.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.submission.ClientProgram.Login;
import io.godwit.submission.ClientProgram.Outcome;
import io.godwit.submission.ClientProgram.Security;
import io.godwit.submission.ClientProgram.SubmissionPort;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Submission with the programs that users have. Those that this machine lacks are skipped. */
@Tag("server")
@CloseFields
class ClientProgramsTest {

    /** No address that mail could go to. */
    private static final String REFUSED = "nobody@localhost";

    @TempDir
    private static Path folder;

    private static List<ClientProgram> programs;
    private static SubmissionNode node;

    @BeforeAll
    static void start() {
        node = SubmissionNode.start();
        programs = List.of(
                new SmtplibProgram(), new MsmtpProgram(folder), new SwaksProgram(folder), new NodemailerProgram());
    }

    private static Stream<ClientProgram> programs() {
        return programs.stream();
    }

    private static Stream<Arguments> logins() {
        return programs.stream().flatMap(program -> Stream.of(Security.STARTTLS, Security.TLS)
                .flatMap(security ->
                        Stream.of("PLAIN", "LOGIN").map(mechanism -> Arguments.of(program, security, mechanism))));
    }

    @ParameterizedTest
    @MethodSource("logins")
    void theMessageArrivesAsTheProgramSentIt(ClientProgram program, Security security, String mechanism) {
        var reader = SubmissionNode.reader();

        var outcome = submit(program, new Login(security, mechanism, node.key()), reader);

        assertThat(outcome.accepted()).as(outcome.output()).isTrue();
        var received = node.received(reader).get(0);
        assertThat(comparable(SubmissionNode.asSubmitted(received), outcome.message()))
                .isEqualTo(comparable(outcome.message(), outcome.message()));
        assertThat(outcome.message()).hasSizeGreaterThan(10_240);
        assertThat(received.text())
                .startsWith("DKIM-Signature: v=1; a=rsa-sha256;")
                .contains("d=example.test;");
        assertThat(received.mailFrom()).endsWith("@bounces.godwit.test");
        var email = node.email(String.valueOf(
                node.server().database().value("SELECT id::text FROM emails WHERE to_email = ?", reader)));
        assertThat(email.getString("subject")).isEqualTo(ClientProgram.SUBJECT);
        assertThat(email.getJsonArray("attachments").getJsonObject(0).getInteger("size"))
                .isEqualTo(10_240);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aRefusedRecipientIsNamedAndTheOtherGetsTheMessageWhereTheProgramGoesOn(ClientProgram program) {
        var reader = SubmissionNode.reader();

        var outcome = submit(program, new Login(Security.STARTTLS, "PLAIN", node.key()), reader, REFUSED);

        assertThat(outcome.output()).contains("553", "5.1.3 Invalid email");
        assertThat(outcome.accepted()).as(outcome.output()).isEqualTo(program.sendsToOthers());
        assertThat(emailsTo(reader)).isEqualTo(program.sendsToOthers() ? 1 : 0);
        assertThat(emailsTo(REFUSED)).isZero();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aWrongKeyIsRefused(ClientProgram program) {
        var reader = SubmissionNode.reader();

        var outcome = submit(program, new Login(Security.STARTTLS, "LOGIN", "sk_" + "0".repeat(64)), reader);

        assertThat(outcome.accepted()).as(outcome.output()).isFalse();
        assertThat(outcome.output()).contains("535", "5.7.8");
        assertThat(emailsTo(reader)).isZero();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void nothingIsTakenWithoutTls(ClientProgram program) {
        var reader = SubmissionNode.reader();

        var outcome = submit(program, new Login(Security.NONE, "PLAIN", node.key()), reader);

        assertThat(outcome.accepted()).as(outcome.output()).isFalse();
        assertThat(emailsTo(reader)).isZero();
    }

    private static Outcome submit(ClientProgram program, Login login, String... recipients) {
        var certificate = SelfMadeCertificate.in(node.server().dataDir().resolve("submission"), "mail.godwit.test");
        var port = login.security() == Security.TLS ? node.tlsPort() : node.port();
        return program.submit(
                new SubmissionPort(port, certificate.chain(), certificate.fingerprint()), login, List.of(recipients));
    }

    /** The whole message, or all but its subject when the program sent that in UTF-8: we encode it, and {@code GET /emails} shows it. */
    private static String comparable(String message, String sent) {
        var header = sent.substring(0, sent.indexOf("\r\n\r\n"));
        return StandardCharsets.US_ASCII.newEncoder().canEncode(header)
                ? message
                : message.replaceFirst("Subject:.*\r\n([ \t].*\r\n)*", "");
    }

    private static long emailsTo(String reader) {
        return node.server().database().count("SELECT count(*) FROM emails WHERE to_email = ?", reader);
    }
}
