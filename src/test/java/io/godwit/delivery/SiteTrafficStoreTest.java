package io.godwit.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.PipelineNode;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The emails that an operator's resume makes due, on rows as the send pipeline leaves them. */
@CloseFields
class SiteTrafficStoreTest {

    private static final String SITE = "mx.site.test";

    private final PipelineNode node = new PipelineNode();
    private final SiteTrafficStore store = new SiteTrafficStore();
    private UUID project;

    @BeforeEach
    void numberSite() {
        project = node.project();
        node.db.query("INSERT INTO destinations (number, site) VALUES (1, ?), (2, 'mx.other.test')", SITE);
    }

    @Test
    void anEmailThatWaitedForItsSiteIsDue() {
        var email = waiting("due_at = now() + interval '1 hour'");

        wake();

        assertThat(isDue(email)).isTrue();
    }

    @Test
    void anEmailThatWasDeferredByAReplyIsDue() {
        var email = waiting("due_at = now() + interval '1 hour', attempts = 2, message_date = now()");

        wake();

        assertThat(isDue(email)).isTrue();
    }

    @Test
    void anEmailScheduledForTomorrowWaitsUntilTomorrow() {
        var untried = waiting("due_at = now() + interval '1 day', created_at = now() + interval '1 day'");
        var past = waiting("due_at = now() + interval '1 hour', created_at = now() - interval '1 minute'");

        wake();

        assertThat(isDue(untried)).isFalse();
        assertThat(isDue(past)).isTrue();
    }

    @Test
    void anEmailThatWaitsForAnotherCauseKeepsItsTime() {
        var later = "due_at = now() + interval '1 hour', ";
        var waitingRefusal = waiting(later + "attempts = 1, refusal = '{\"pattern\": \"550\"}'");
        var crashedAlone = waiting(later + "attempts = 3, lost_leases = 4, alone_lost_leases = 1");
        var claimed = waiting(later + "lease_until = now() + interval '30 seconds'");
        var otherSite = waiting(later + "lane = 1");
        node.db.query("UPDATE outbox SET destination = 2 WHERE email_id = ?", otherSite);

        wake();

        assertThat(isDue(waitingRefusal)).isFalse();
        assertThat(isDue(crashedAlone)).isFalse();
        assertThat(isDue(claimed)).isFalse();
        assertThat(isDue(otherSite)).isFalse();
    }

    @Test
    void emailsOfAllProjectsAndLanesAreDue() {
        var first = waiting("due_at = now() + interval '1 hour', lane = 2");
        project = node.project();
        var second = waiting("due_at = now() + interval '1 hour', lane = 1");

        wake();

        assertThat(isDue(first)).isTrue();
        assertThat(isDue(second)).isTrue();
    }

    private UUID waiting(String columns) {
        var email = node.email(project, "ada@site.test");
        node.db.query("UPDATE outbox SET destination = 1, " + columns + " WHERE email_id = ?", email);
        return email;
    }

    private void wake() {
        store.wake(node.db.database().requests(), SITE).await();
    }

    private boolean isDue(UUID email) {
        return (boolean) node.db.value("SELECT due_at <= now() FROM outbox WHERE email_id = ?", email);
    }
}
