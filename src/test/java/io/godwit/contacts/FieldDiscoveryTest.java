package io.godwit.contacts;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the fields that a node knows to have a type. */
class FieldDiscoveryTest {

    private static final ProjectId PROJECT = new ProjectId(Ids.next());

    private final Set<String> known = new HashSet<>();

    @Test
    void aNodeRemembersAFieldAndDoesNotNoteItAgain() {
        noted("f", 10).cache();

        assertThat(noted("f", 10).isEmpty()).isTrue();
        assertThat(noted("g", 1).isEmpty()).isFalse();
    }

    /** Each call may bring a thousand new names, and all projects share the memory. */
    @Test
    void theFieldsThatANodeRemembersOfAProjectAreBounded() {
        for (var call = 0; call < 10; call++) {
            noted("f" + call + "_", 1_000).cache();
        }

        assertThat(known.size()).isEqualTo(2_000);
        assertThat(noted("g", 1).isEmpty()).isFalse();
    }

    /** The notes of a transaction that makes a contact with so many fields. */
    private FieldDiscovery noted(String prefix, int fields) {
        var data = new HashMap<String, @Nullable Object>();
        for (var number = 0; number < fields; number++) {
            data.put(prefix + number, "x");
        }
        var change = new ContactChange(
                new EmailAddress("ada@example.com"),
                Optional.empty(),
                true,
                SubscriptionAuthority.REQUEST,
                new DataPatch(data));
        var discovery = new FieldDiscovery(ignored -> known);
        discovery.note(PROJECT, null, Contact.create(new ContactId(Ids.next()), change));
        return discovery;
    }
}
