package io.godwit.smtp.client.sasl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@CloseFields
class ScramSha256Test {

    private static final String NONCE = "rOprNGfwEbeRWgbNEkqO";
    private static final String BOTH = NONCE + "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final String SALT = ",s=W22ZaJ0SNY7soEsUEjb6gQ==";

    private final Vertx vertx = Vertx.vertx();
    private final ScramSha256 login = new ScramSha256(vertx, "user", "pencil", NONCE);

    /** The example of RFC 7677 §3. */
    @Test
    void theDialogueIsTheOneOfTheStandard() {
        assertThat(login.initialResponse())
                .hasValueSatisfying(first -> assertThat(text(first)).isEqualTo("n,,n=user,r=" + NONCE));
        assertThat(answer("r=" + BOTH + SALT + ",i=4096"))
                .isEqualTo("c=biws,r=" + BOTH + ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        assertThat(login.isComplete()).isFalse();
        assertThat(answer("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")).isEmpty();
        assertThat(login.isComplete()).isTrue();
    }

    @Test
    void aServerThatDoesNotKnowThePasswordIsNotBelieved() {
        answer("r=" + BOTH + SALT + ",i=4096");

        assertThatThrownBy(() -> answer("v=AAAATRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="))
                .isInstanceOf(SaslMechanism.UntrustedServerException.class);
        assertThat(login.isComplete()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "r=other" + SALT + ",i=4096",
                "r=" + NONCE + SALT + ",i=4096",
                "r=" + BOTH + ",s=,i=4096",
                "r=" + BOTH + SALT + ",i=1",
                "r=" + BOTH + SALT + ",i=9999999",
                "r=" + BOTH + SALT + ",i=many",
                "",
                "e=other-error"
            })
    void aChallengeThatIsNotValidEndsTheLogin(String challenge) {
        assertThatThrownBy(() -> answer(challenge)).isInstanceOf(SaslMechanism.UntrustedServerException.class);
    }

    private String answer(String challenge) {
        return text(login.answer(challenge.getBytes(StandardCharsets.UTF_8)).await());
    }

    private static String text(byte[] octets) {
        return new String(octets, StandardCharsets.UTF_8);
    }
}
