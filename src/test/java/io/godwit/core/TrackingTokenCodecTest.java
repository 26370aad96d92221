package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.TrackingTokenCodec.TrackedEmail;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TrackingTokenCodecTest {

    private static final String SHOP = "https://shop.example.com/sale?a=1&b=2";

    private final TrackingTokenCodec tokens = codec("11", "22");
    private final TrackedEmail email = new TrackedEmail(new ProjectId(new UUID(1, 2)), new EmailId(new UUID(5, 6)));

    private static TrackingTokenCodec codec(String signing, String encryption) {
        var hex = HexFormat.of();
        return new TrackingTokenCodec(Crypto.of(hex.parseHex(signing.repeat(32)), hex.parseHex(encryption.repeat(32))));
    }

    private String token(Kind kind, String address) {
        return tokens.tokens(email.project(), email.email()).write(tokens.digest(kind, address));
    }

    /** It stands in email that was sent; with other keys it would be another one. */
    @Test
    void theFormOfATokenIsFixedForEver() {
        assertThat(token(Kind.CLICK, SHOP))
                .isEqualTo("AgAAAAAAAAABAAAAAAAAAAIAAAAAAAAABQAAAAAAAAAGiuTwYfsLLFZPZ-wpT4Wz5g")
                .hasSize(TrackingTokenCodec.CHARACTERS);
        assertThat(tokens.read(Kind.CLICK, "AgAAAAAAAAABAAAAAAAAAAIAAAAAAAAABQAAAAAAAAAGiuTwYfsLLFZPZ-wpT4Wz5g", SHOP))
                .contains(email);
    }

    @Test
    void tokensOfEarlierEmailAreRead() {
        var open = "AQQAAAAAAAAAAQAAAAAAAAACAAAAAAAAAAMAAAAAAAAABAAAAAAAAAAFAAAAAAAAAAbhkwZUQfgiotoud1JNsiIr";
        var click = "AQUAAAAAAAAAAQAAAAAAAAACAAAAAAAAAAMAAAAAAAAABAAAAAAAAAAFAAAAAAAAAAYrMKq5Vs-faWBDqoElV0b2";

        assertThat(tokens.read(Kind.OPEN, open, "")).contains(email);
        assertThat(tokens.read(Kind.CLICK, click, SHOP)).contains(email);
        assertThat(tokens.read(Kind.CLICK, click, SHOP + "3")).isEmpty();
        assertThat(tokens.read(Kind.CLICK, open, "")).isEmpty();
    }

    @Test
    void aTokenIsValidForItsKindAndAddressAndKeysAlone() {
        var token = token(Kind.CLICK, SHOP);

        assertThat(tokens.read(Kind.CLICK, token, SHOP)).contains(email);
        assertThat(tokens.read(Kind.OPEN, token, SHOP)).isEmpty();
        assertThat(tokens.read(Kind.CLICK, token, "https://evil.example/")).isEmpty();
        assertThat(codec("33", "22").read(Kind.CLICK, token, SHOP)).isEmpty();
        assertThat(tokens.read(Kind.CLICK, token(Kind.OPEN, ""), "")).isEmpty();
    }

    /** The tag of one email under the ids of another. */
    @Test
    void theTagOfAnotherEmailIsOfNoUse() {
        var other = tokens.tokens(email.project(), new EmailId(new UUID(7, 8))).write(tokens.digest(Kind.CLICK, SHOP));
        var own = token(Kind.CLICK, SHOP);
        var mixed = own.substring(0, TrackingTokenCodec.HEAD_CHARACTERS)
                + other.substring(TrackingTokenCodec.HEAD_CHARACTERS);

        assertThat(tokens.read(Kind.CLICK, mixed, SHOP)).isEmpty();
    }

    @Test
    void aChangedTokenIsNoToken() {
        var token = token(Kind.CLICK, SHOP);

        for (var at = 0; at < token.length(); at++) {
            var changed = new StringBuilder(token);
            changed.setCharAt(at, (char) (token.charAt(at) ^ 1));
            assertThat(tokens.read(Kind.CLICK, changed.toString(), SHOP)).isEmpty();
        }
        assertThat(Arrays.asList("", "a", "ä".repeat(66), token + "A", token.substring(1)))
                .allSatisfy(
                        text -> assertThat(tokens.read(Kind.CLICK, text, SHOP)).isEmpty());
    }

    @Test
    void manyTokensAreWrittenAtOnce() {
        var first = tokens.digest(Kind.CLICK, SHOP).octets();
        var second = tokens.digest(Kind.OPEN, "").octets();
        var both = Arrays.copyOf(first, 32);
        System.arraycopy(second, 0, both, 16, 16);

        var written = tokens.tokens(email.project(), email.email()).write(both);

        assertThat(Arrays.asList(written))
                .extracting(token -> new String(token, StandardCharsets.US_ASCII))
                .containsExactly(token(Kind.CLICK, SHOP), token(Kind.OPEN, ""));
    }
}
