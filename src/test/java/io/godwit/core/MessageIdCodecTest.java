package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class MessageIdCodecTest {

    private static final MessageIdCodec IDS = new MessageIdCodec(crypto(1));

    private final ProjectId project = new ProjectId(Ids.next());
    private final EmailId email = new EmailId(Ids.next());
    private final String id = IDS.write(project, email, "example.test");

    @Test
    void anIdSaysWhoseItIsWhateverStandsAroundIt() {
        assertThat(id).startsWith(email + "." + project + ".").endsWith("@example.test");
        assertThat(IDS.read("see <" + id.toUpperCase(Locale.ROOT) + "> there"))
                .contains(new MessageIdCodec.ParsedMessageId(project, email));
        assertThat(MessageIdCodec.parseFirst(id)).contains(new MessageIdCodec.ParsedMessageId(project, email));
    }

    @Test
    void oneThatIsMadeUpIsNamedButNotRead() {
        var neighbour = new EmailId(Ids.next());
        var guessed = id.replace(email.toString(), neighbour.toString());
        var unsigned = email + "." + project + "@example.test";

        assertThat(IDS.read(guessed)).isEmpty();
        assertThat(IDS.read(unsigned)).isEmpty();
        assertThat(new MessageIdCodec(crypto(2)).read(id)).isEmpty();
        assertThat(MessageIdCodec.parseFirst(guessed)).contains(new MessageIdCodec.ParsedMessageId(project, neighbour));
        assertThat(MessageIdCodec.parseFirst(unsigned)).contains(new MessageIdCodec.ParsedMessageId(project, email));
    }

    @Test
    void whatHasAnotherFormIsNobodys() {
        for (var text : new String[] {"", "@", email + "@x", email + "." + project, id.substring(1)}) {
            assertThat(MessageIdCodec.parseFirst(text)).as(text).isEmpty();
            assertThat(IDS.read(text)).as(text).isEmpty();
        }
    }

    private static Crypto crypto(int seed) {
        var signing = new byte[Crypto.KEY_BYTES];
        signing[0] = (byte) seed;
        var encryption = new byte[Crypto.KEY_BYTES];
        encryption[1] = 1;
        return Crypto.of(signing, encryption);
    }
}
