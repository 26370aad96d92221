package io.godwit.smtp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.core.CorrettoProvider;
import io.godwit.kit.RsaKeys;
import io.godwit.kit.rules.DkimOracle;
import io.godwit.kit.rules.Ed25519Oracle;
import io.godwit.smtp.SampleMessages;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.james.jdkim.exceptions.FailException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The oracle is jdkim. */
class DkimSignerTest {

    private static KeyPair keys;
    private static DkimKey key;

    @BeforeAll
    static void makeKeys() {
        keys = RsaKeys.fresh();
        key = new DkimKey("example.test", "godwit1", keys.getPrivate());
    }

    @Test
    void asignedMessageIsVerified() throws Exception {
        var message = MessageBuilder.build(withUnsubscribe());

        var signed = new DkimSigner().sign(key, message);

        assertThat(verifiedNames(signed))
                .contains("from", "to", "subject", "date", "message-id", "mime-version", "content-type")
                .contains("list-unsubscribe", "list-unsubscribe-post")
                .filteredOn("from"::equals)
                .hasSize(2);
    }

    @Test
    void theJdkSignsTheSame() throws Exception {
        var message = MessageBuilder.build(SampleMessages.message());

        var signed = new DkimSigner(Optional.empty()).sign(key, message);

        verifiedNames(signed);
        assumeTrue(CorrettoProvider.cryptography().isPresent(), "Amazon's provider does not load here");
        assertThat(new DkimSigner().sign(key, message)).isEqualTo(signed);
    }

    @Test
    void bodiesOfEveryShapeAreVerified() throws Exception {
        for (var body : List.of("a", "a \t b \r\n\r\n\r\n", "\r\n\r\na\r\n", " a\r\n\tb\r\n")) {
            var message = "From: a@example.test\r\nSubject:  a \t b\r\n  c \r\nX:\r\n\r\n" + body;

            var signed = new DkimSigner().sign(key, message.getBytes(StandardCharsets.US_ASCII));

            assertThatCode(() -> verifiedNames(signed)).as("body <%s>", body).doesNotThrowAnyException();
        }
    }

    @Test
    void aHeaderInUtf8IsVerified() throws Exception {
        var message =
                "From: a@example.test\r\nTo: =?UTF-8?Q?J=C3=B6rg?= <j\u00f6rg@example.org>,\r\n \u7528\u6237@example.org\r\n"
                        + "Subject: a\r\n\r\nb\r\n";

        var signed = new DkimSigner().sign(key, message.getBytes(StandardCharsets.UTF_8));

        assertThat(verifiedNames(signed)).contains("to");
    }

    /** A client that submits a message may write its header in any charset; the signature is over its octets. */
    @Test
    void aHeaderThatIsNoUtf8IsVerified() throws Exception {
        var message = "From: a@example.test\r\nSubject: Caf\u00e9 \u00df\r\n\r\nb\r\n";

        var second = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();

        var signed = new DkimSigner().sign(withSecond(second), message.getBytes(StandardCharsets.ISO_8859_1));

        assertThat(Ed25519Oracle.holds(signed, "godwit1-ed25519", point(second)))
                .isTrue();
    }

    /** The hash of nothing (RFC 6376 §3.4.4); jdkim 0.5 takes it for that of one line end and cannot be asked. */
    @Test
    void aBodyOfBlankLinesHashesAsNothing() {
        for (var body : List.of("", "\r\n", "\r\n\r\n", " \t\r\n")) {
            var message = bytes("From: a@example.test\r\n\r\n" + body);

            assertThat(text(new DkimSigner().sign(key, message)))
                    .contains("bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=;");
        }
    }

    @Test
    void aMessageThatWasAlteredOrGivenAnotherSenderIsNotVerified() {
        var signed = text(new DkimSigner().sign(key, MessageBuilder.build(SampleMessages.message())));

        assertThatThrownBy(() -> verifiedNames(bytes(signed.replace("Hello there", "Hello where"))))
                .isInstanceOf(FailException.class);
        assertThatThrownBy(() -> verifiedNames(bytes(signed.replace("\r\nFrom:", "\r\nFrom: eve@evil.test\r\nFrom:"))))
                .isInstanceOf(FailException.class);
    }

    @Test
    void everyAttemptGivesTheSameBytesAndNoLineIsLong() {
        var message = MessageBuilder.build(withUnsubscribe());

        var signed = new DkimSigner().sign(key, message);

        assertThat(new DkimSigner().sign(key, message)).isEqualTo(signed);
        assertThat(text(signed).split("\r\n", -1))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(78));
    }

    @Test
    void aSecondKeySignsBesideTheFirst() throws Exception {
        var message = MessageBuilder.build(withUnsubscribe());
        var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        var point = point(pair);
        var both = withSecond(pair);

        var signed = new DkimSigner().sign(both, message);
        var changed = bytes(text(signed).replace("Hello  there", "Hello  where"));

        assertThat(Ed25519Oracle.holds(signed, "godwit1-ed25519", point)).isTrue();
        assertThat(Ed25519Oracle.holds(changed, "godwit1-ed25519", point)).isFalse();
        verifiedNames(bytes(text(signed).replaceFirst("(?s)DKIM-Signature: v=1; a=ed25519.*?\r\n(?![ \t])", "")));
        assertThat(new DkimSigner(Optional.empty()).sign(both, message)).isEqualTo(signed);
    }

    private static DkimKey withSecond(KeyPair pair) {
        return new DkimKey(
                key.domain(),
                key.selector(),
                key.privateKey(),
                Optional.of(new DkimKey.Ed25519Key("godwit1-ed25519", pair.getPrivate())));
    }

    private static byte[] point(KeyPair pair) {
        var spki = pair.getPublic().getEncoded();
        return Arrays.copyOfRange(spki, spki.length - 32, spki.length);
    }

    private static Message withUnsubscribe() {
        var headers = List.of(
                new Header("List-Unsubscribe", "<https://example.test/u/1>"),
                new Header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        return SampleMessages.with(
                SampleMessages.message("Sale \uD83D\uDE00", "<p>Hello  there</p>\n\n"), headers, List.of());
    }

    private static List<String> verifiedNames(byte[] message) throws FailException {
        return DkimOracle.signedNames(
                message, "godwit1._domainkey.example.test", keys.getPublic().getEncoded());
    }

    private static String text(byte[] message) {
        return new String(message, StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
