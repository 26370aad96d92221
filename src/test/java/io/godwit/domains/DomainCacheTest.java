package io.godwit.domains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.smtp.message.DkimKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

@CloseFields
class DomainCacheTest {

    private static final ProjectId SHOP = new ProjectId(Ids.next());
    private static final PrivateKey KEY = key();

    private final Vertx vertx = Vertx.vertx();
    private final Map<DomainName, SendingDomain> there = new HashMap<>();
    private final List<Set<DomainName>> asked = new CopyOnWriteArrayList<>();

    @Test
    void manyMailsFromADomainAreOneQuery() {
        put("shop.example", true);
        var known = known(false);

        for (var mail = 0; mail < 100; mail++) {
            assertThat(known.verified(name("shop.example")).await()).isPresent();
        }

        assertThat(asked).hasSize(1);
    }

    /** Its own name is nobody's, and is not asked for again and again. */
    @Test
    void manyMailsFromBelowADomainAreFewQueries() {
        put("shop.example", true);
        var known = known(true);

        for (var mail = 0; mail < 100; mail++) {
            assertThat(known.verified(name("eu.mail.shop.example")).await()).isPresent();
        }

        assertThat(asked).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void whatTheDomainAboveLosesIsLostBelowAtOnce() {
        put("shop.example", true);
        var known = known(true);
        assertThat(known.verified(name("eu.shop.example")).await()).isPresent();

        put("shop.example", false);
        known.evict(name("shop.example"));

        assertThat(known.verified(name("eu.shop.example")).await()).isEmpty();
    }

    @Test
    void anAnswerThatWasOnItsWayWhenTheDomainChangedIsNotKept() {
        put("shop.example", true);
        var slow = Promise.<Map<DomainName, SendingDomain>>promise();
        var answers = new ArrayDeque<Future<Map<DomainName, SendingDomain>>>(
                List.of(slow.future(), Future.succeededFuture(Map.of())));
        var known = new DomainCache(vertx, false, names -> {
            asked.add(names);
            return answers.remove();
        });
        var early = known.verified(name("shop.example"));
        await().atMost(Duration.ofMinutes(1)).until(() -> !asked.isEmpty());

        known.evict(name("shop.example"));
        slow.complete(Map.copyOf(there));

        assertThat(early.await()).isPresent();
        assertThat(known.verified(name("shop.example")).await()).isEmpty();
    }

    @Test
    void theNearestDomainAboveCounts() {
        put("shop.example", true);
        put("mail.shop.example", true);

        var found = known(true).verified(name("eu.mail.shop.example")).await();

        assertThat(found).contains(there.get(name("mail.shop.example")));
    }

    private DomainCache known(boolean includeSubdomains) {
        return new DomainCache(vertx, includeSubdomains, names -> {
            asked.add(names);
            var found = new HashMap<>(there);
            found.keySet().retainAll(names);
            return Future.succeededFuture(found);
        });
    }

    private static DomainName name(String domain) {
        return new DomainName(SHOP, domain);
    }

    private void put(String domain, boolean verified) {
        there.put(
                name(domain),
                new SendingDomain(verified, new DkimKey(domain, "key", KEY), Optional.empty(), Optional.empty()));
    }

    private static PrivateKey key() {
        try {
            return KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException(never);
        }
    }
}
