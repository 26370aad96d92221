package io.godwit.projects;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyHashTest {

    private static final String HEX = "0123456789abcdef".repeat(4);

    @Test
    void itIsTheSha256OfTheText() throws NoSuchAlgorithmException {
        var digest = MessageDigest.getInstance("SHA-256").digest(("sk_" + HEX).getBytes(US_ASCII));

        var hash = ApiKeyHash.ofText("sk_" + HEX).orElseThrow();

        assertThat(hash.bytes().getBytes()).isEqualTo(digest);
        assertThat(ApiKeyHash.ofBytes(Buffer.buffer(digest))).isEqualTo(hash);
    }

    @Test
    void bothKindsOfKeysAreKeys() {
        var pair = ApiKeyPair.random();

        assertThat(ApiKeyHash.ofText(pair.publicKey())).isPresent();
        assertThat(ApiKeyHash.ofText(pair.secretKey())).isPresent();
        assertThat(pair.publicKey()).matches("pk_[0-9a-f]{64}");
        assertThat(pair.secretKey()).matches("sk_[0-9a-f]{64}");
        assertThat(pair.toString()).doesNotContain(pair.secretKey(), pair.publicKey());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sk_",
                "sk_0123456789abcdef",
                "tk_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "SK_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "sk_0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef",
                "sk_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdeg",
                "sk_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\0",
                "sk_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef ",
                "sk_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdé"
            })
    void whatIsNoKeyIsSeenWithoutALookUp(String text) {
        assertThat(ApiKeyHash.ofText(text)).isEmpty();
    }
}
