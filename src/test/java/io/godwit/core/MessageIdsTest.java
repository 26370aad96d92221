package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class MessageIdsTest {

    private static final MessageIds IDS = new MessageIds(vault(1));

    private final ProjectId project = new ProjectId(Ids.next());
    private final EmailId email = new EmailId(Ids.next());
    private final String id = IDS.write(project, email, "example.test");

    @Test
    void anIdSaysWhoseItIsWhateverStandsAroundIt() {
        assertThat(id).startsWith(email + "." + project + ".").endsWith("@example.test");
        assertThat(IDS.read("see <" + id.toUpperCase(Locale.ROOT) + "> there"))
                .contains(new MessageIds.Named(project, email));
        assertThat(MessageIds.named(id)).contains(new MessageIds.Named(project, email));
    }

    @Test
    void oneThatIsMadeUpIsNamedButNotRead() {
        var neighbour = new EmailId(Ids.next());
        var guessed = id.replace(email.toString(), neighbour.toString());
        var unsigned = email + "." + project + "@example.test";

        assertThat(IDS.read(guessed)).isEmpty();
        assertThat(IDS.read(unsigned)).isEmpty();
        assertThat(new MessageIds(vault(2)).read(id)).isEmpty();
        assertThat(MessageIds.named(guessed)).contains(new MessageIds.Named(project, neighbour));
        assertThat(MessageIds.named(unsigned)).contains(new MessageIds.Named(project, email));
    }

    @Test
    void whatHasAnotherFormIsNobodys() {
        for (var text : new String[] {"", "@", email + "@x", email + "." + project, id.substring(1)}) {
            assertThat(MessageIds.named(text)).as(text).isEmpty();
            assertThat(IDS.read(text)).as(text).isEmpty();
        }
    }

    private static Vault vault(int seed) {
        var signing = new byte[Vault.KEY_BYTES];
        signing[0] = (byte) seed;
        var encryption = new byte[Vault.KEY_BYTES];
        encryption[1] = 1;
        return Vault.of(signing, encryption);
    }
}
