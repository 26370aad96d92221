package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class VerpCodecTest {

    private static final VerpCodec PATHS = new VerpCodec(crypto(1));

    private final EmailId email = new EmailId(Ids.next());
    private final ProjectId project = new ProjectId(Ids.next());

    @Test
    void anAddressSaysWhichMailComesBackAndFitsIntoALocalPart() {
        for (var id : new UUID[] {Ids.next(), new UUID(0, 0), new UUID(-1, -1), UUID.randomUUID()}) {
            var address = PATHS.write(project, new EmailId(id), "bounce.example.com");

            assertThat(address.value()).endsWith("@bounce.example.com").startsWith("bounces+");
            assertThat(address.value().indexOf('@')).isEqualTo(64);
            assertThat(EmailAddress.parse(address.value())).contains(address);
            var target = PATHS.read(address.value()).orElseThrow();
            assertThat(target.email().value()).isEqualTo(id);
            assertThat(project.toString()).endsWith(target.projectTail());
        }
    }

    @Test
    void theTokenAloneSaysTheSame() {
        var token = PATHS.token(project, email);

        assertThat(PATHS.readToken(token)).isEqualTo(PATHS.read("bounces+" + token + "@bounce.example.com"));
        assertThat(PATHS.readToken(token.replace(token.charAt(9), token.charAt(9) == '7' ? '6' : '7')))
                .isEmpty();
        assertThat(PATHS.readToken("")).isEmpty();
    }

    @Test
    void aServerThatChangesTheCaseChangesNothing() {
        var address = PATHS.write(project, email, "bounce.example.com").value().toUpperCase(Locale.ROOT);

        assertThat(PATHS.read(address).map(VerpCodec.VerpTarget::email)).contains(email);
    }

    @Test
    void nothingButWhatWeWroteIsRead() {
        var address = PATHS.write(project, email, "bounce.example.com").value();
        var token = address.substring(8, 64);

        for (var at = 0; at < token.length(); at++) {
            var other = token.charAt(at) == '7' ? '6' : '7';
            var forged = token.substring(0, at) + other + token.substring(at + 1);
            assertThat(PATHS.read("bounces+" + forged + "@bounce.example.com")).isEmpty();
        }
        assertThat(new VerpCodec(crypto(2)).read(address)).isEmpty();
        for (var other : new String[] {
            "", "@", "bounces+", "bounces+@x", "bounces+" + token, token + "@x", "bounces+" + token + "0@x"
        }) {
            assertThat(PATHS.read(other)).as(other).isEmpty();
        }
    }

    @Test
    void noAddressMakesItStumble() {
        var random = new Random(7);

        for (var i = 0; i < 20_000; i++) {
            var text = new StringBuilder(random.nextBoolean() ? "bounces+" : "");
            random.ints(random.nextInt(70), 0, 300).forEach(unit -> text.append((char) unit));
            assertThat(PATHS.read(text + "@x")).isEmpty();
        }
    }

    private static Crypto crypto(int key) {
        var signing = new byte[Crypto.KEY_BYTES];
        signing[0] = (byte) key;
        var encryption = new byte[Crypto.KEY_BYTES];
        encryption[0] = 9;
        return Crypto.of(signing, encryption);
    }
}
