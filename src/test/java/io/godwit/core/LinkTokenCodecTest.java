package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LinkTokenCodecTest {

    private final LinkTokenCodec tokens = new LinkTokenCodec(Crypto.of(key(1), key(2)));
    private final Link link =
            new Link(new ProjectId(new UUID(1, 2)), new ContactId(new UUID(3, 4)), new EmailId(new UUID(5, 6)));

    @Test
    void aTokenIsReadBackForItsKindOnly() {
        var token = tokens.write(Kind.UNSUBSCRIBE, link);

        assertThat(token).hasSize(88).matches("[A-Za-z0-9_-]+");
        assertThat(tokens.read(Kind.UNSUBSCRIBE, token)).contains(link);
        assertThat(tokens.read(Kind.SUBSCRIBE, token)).isEmpty();
    }

    /** All before the HMAC; the last two bits of its last byte share a character with it. */
    @Test
    void theFormOfATokenIsFixedForEver() {
        assertThat(tokens.write(Kind.MANAGE, link))
                .startsWith("AQMAAAAAAAAAAQAAAAAAAAACAAAAAAAAAAMAAAAAAAAABAAAAAAAAAAFAAAAAAAAAA");
    }

    @Test
    void aChangedTokenIsNoToken() {
        var token = tokens.write(Kind.UNSUBSCRIBE, link);

        for (var at = 0; at < token.length(); at++) {
            var changed = new StringBuilder(token);
            changed.setCharAt(at, token.charAt(at) == 'A' ? 'B' : 'A');
            assertThat(tokens.read(Kind.UNSUBSCRIBE, changed.toString())).isEmpty();
        }
        assertThat(Arrays.asList("", "a", "ä", token + "A", token.substring(1)))
                .allSatisfy(
                        text -> assertThat(tokens.read(Kind.UNSUBSCRIBE, text)).isEmpty());
    }

    private static byte[] key(int fill) {
        var key = new byte[Crypto.KEY_BYTES];
        Arrays.fill(key, (byte) fill);
        return key;
    }
}
