package io.godwit.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.config.CryptoKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CryptoTest {

    private static final byte[] MESSAGE = "a message".getBytes(UTF_8);
    private static final byte[] PLACE = "api_keys".getBytes(UTF_8);

    @TempDir
    private Path directory;

    private final Crypto crypto = Crypto.of(key(1), key(2));

    @Test
    void whatWasEncryptedIsReadInItsPlaceOnly() {
        var sealed = crypto.encrypt(MESSAGE, PLACE);

        assertThat(crypto.decrypt(sealed, PLACE)).isEqualTo(MESSAGE);
        assertThatThrownBy(() -> crypto.decrypt(sealed, MESSAGE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSameTextIsNeverSealedTwiceAlike() {
        var sealed = crypto.encrypt(MESSAGE, PLACE);

        assertThat(crypto.encrypt(MESSAGE, PLACE)).isNotEqualTo(sealed);
        assertThat(new String(sealed, UTF_8)).doesNotContain("message");
    }

    @Test
    void whatIsToBeComparedIsAlwaysSealedAlikeAtOnePlace() {
        var sealed = crypto.encryptDeterministic(MESSAGE, PLACE);

        assertThat(crypto.decrypt(sealed, PLACE)).isEqualTo(MESSAGE);
        assertThat(crypto.encryptDeterministic(MESSAGE, PLACE)).isEqualTo(sealed);
        assertThat(Arrays.copyOf(crypto.encryptDeterministic(MESSAGE, "other".getBytes(UTF_8)), 13))
                .isNotEqualTo(Arrays.copyOf(sealed, 13));
        assertThat(Arrays.copyOf(crypto.encryptDeterministic("a massage".getBytes(UTF_8), PLACE), 13))
                .isNotEqualTo(Arrays.copyOf(sealed, 13));
    }

    @Test
    void anyChangedBitOfASealedTextIsNoticed() {
        var sealed = crypto.encrypt(MESSAGE, PLACE);

        for (var position = 0; position < sealed.length; position++) {
            var changed = sealed.clone();
            changed[position] ^= 1;
            assertThatThrownBy(() -> crypto.decrypt(changed, PLACE)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aSealedTextCutShortIsRefused() {
        var sealed = crypto.encrypt(MESSAGE, PLACE);

        IntStream.range(0, sealed.length)
                .forEach(length -> assertThatThrownBy(() -> crypto.decrypt(Arrays.copyOf(sealed, length), PLACE))
                        .isInstanceOf(IllegalArgumentException.class));
    }

    @Test
    void aSignatureHoldsForItsMessageAndItsPurpose() {
        var signature = crypto.sign("cursor", MESSAGE);

        assertThat(crypto.verify("cursor", MESSAGE, signature)).isTrue();
        assertThat(crypto.verify("cursor", MESSAGE, Arrays.copyOf(signature, 16)))
                .isTrue();
        assertThat(crypto.verify("link", MESSAGE, signature)).isFalse();
        assertThat(crypto.verify("cursor", PLACE, signature)).isFalse();
        assertThat(crypto.verify("cursor", MESSAGE, Arrays.copyOf(signature, 15)))
                .isFalse();
    }

    @Test
    void otherKeysHaveAnotherFingerprint() {
        var fingerprint = crypto.fingerprint();

        assertThat(Crypto.of(key(1), key(2)).fingerprint()).isEqualTo(fingerprint);
        assertThat(Crypto.of(key(3), key(2)).fingerprint()).isNotEqualTo(fingerprint);
        assertThat(Crypto.of(key(1), key(3)).fingerprint()).isNotEqualTo(fingerprint);
    }

    @Test
    void theFirstStartMakesKeysTheNextOneFinds() throws IOException {
        var keys = new CryptoKeys(Optional.empty(), Optional.empty(), directory.resolve("data"), true);
        var first = keys.open();

        var next = keys.open();

        assertThat(next.fingerprint()).isEqualTo(first.fingerprint());
        try (var files = Files.list(directory.resolve("data"))) {
            assertThat(files).singleElement().satisfies(file -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------"));
        }
    }

    @Test
    void withoutLeaveToMakeKeysTheStartIsRefused() {
        var keys = new CryptoKeys(Optional.empty(), Optional.empty(), directory, false);

        assertThatThrownBy(keys::open).hasMessageContaining("GODWIT_SECRETS_SIGNING_KEY");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void keysAreReadAsBase64AndAsHex() {
        var base64 = keys(
                Base64.getEncoder().encodeToString(key(1)),
                Base64.getUrlEncoder().encodeToString(key(2)));
        var hex = keys(HexFormat.of().formatHex(key(1)), HexFormat.of().formatHex(key(2)));

        assertThat(base64.open().fingerprint()).isEqualTo(crypto.fingerprint());
        assertThat(hex.open().fingerprint()).isEqualTo(crypto.fingerprint());
    }

    @Test
    void aShortKeyIsRefusedByName() {
        var keys = keys(
                Base64.getEncoder().encodeToString(new byte[31]),
                Base64.getEncoder().encodeToString(key(2)));

        assertThatThrownBy(keys::open)
                .hasMessage(
                        "secrets.signing-key (GODWIT_SECRETS_SIGNING_KEY) has 31 bytes; it must have 32 random ones (openssl rand -base64 32).");
    }

    @Test
    void oneKeyAloneIsRefused() {
        var keys = new CryptoKeys(Optional.of("abcd"), Optional.empty(), directory, true);

        assertThatThrownBy(keys::open).hasMessageContaining("both");
    }

    @Test
    void nothingSecretIsPrinted() {
        var keys = keys("a-signing-key", "an-encryption-key");

        assertThat(keys.toString()).doesNotContain("signing-key", "encryption-key");
    }

    private CryptoKeys keys(String signing, String encryption) {
        return new CryptoKeys(Optional.of(signing), Optional.of(encryption), directory, false);
    }

    private static byte[] key(int seed) {
        var key = new byte[Crypto.KEY_BYTES];
        Arrays.fill(key, (byte) (seed * 85));
        return key;
    }
}
