package io.godwit.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.PollLoop.Next;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.PipelineNode;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@CloseFields
class SiteRegistryTest {

    private static final int MANY = 5_000;

    private final PipelineNode node = new PipelineNode();
    private final SiteRegistry registry = new SiteRegistry(node.db.database());

    @Test
    void anEmailThatWaitsIsMovedToTheNewDestination() {
        var email = node.email(node.project(), "ada@site.test");
        registry.waited("site.test", "mx.site.test");

        poll();

        assertThat(destination(email)).isPositive();
    }

    /** As a statement does that puts the email back and began before the destination was there. */
    @Test
    void anEmailWhoseRowIsLockedMeanwhileIsMovedByTheNextPoll() throws SQLException {
        var email = node.email(node.project(), "ada@site.test");
        registry.waited("site.test", "mx.site.test");
        try (var session = node.db.connect();
                var statement = session.createStatement()) {
            session.setAutoCommit(false);
            statement.executeUpdate("UPDATE outbox SET last_reply = 'It waits'");
            poll();
            session.commit();
        }
        assertThat(destination(email)).isZero();

        poll();

        assertThat(destination(email)).isPositive();
    }

    @Test
    void aDomainThatAnotherNodeHasAssignedMovesNothingAgain() {
        node.email(node.project(), "ada@site.test");
        registry.waited("site.test", "mx.site.test");
        poll();
        var other = new SiteRegistry(node.db.database());
        other.waited("site.test", "mx.site.test");

        var next = other.run().await();

        assertThat(next).isEqualTo(Next.IDLE);
        assertThat(other.site((short) 1)).contains("mx.site.test");
    }

    /** There may be 100,000 of them, and a poll is made each second, and for each page that is moved. */
    @Test
    void aPollWithoutANewDestinationDoesNotReadTheDomains() throws Exception {
        registry.waited("site.test", "mx.site.test");
        poll();
        try (var session = node.db.connect();
                var statement = session.createStatement()) {
            session.setAutoCommit(false);
            statement.execute("LOCK TABLE destination_domains IN ACCESS EXCLUSIVE MODE");

            var next = registry.run().await(10, TimeUnit.SECONDS);

            assertThat(next).isEqualTo(Next.IDLE);
        }
    }

    @Test
    void theDomainsThatOtherNodesAssignedAreRead() {
        registry.waited("site.test", "mx.site.test");
        poll();
        var other = new SiteRegistry(node.db.database());
        other.readDomains().await();
        poll(other);
        node.db.query("DELETE FROM destination_domains");

        other.waited("site.test", "mx.site.test");
        poll(other);

        assertThat(count("destination_domains")).isZero();
    }

    /** A provider refuses us, and a campaign goes to its customers: each domain is one step of one run, and new ones come meanwhile. */
    @Test
    void thousandsOfDomainsThatHaveToWaitAreAssignedByOneRun() throws Exception {
        IntStream.range(0, MANY).forEach(number -> registry.waited("customer" + number + ".test", "provider"));

        var next = registry.run().await(60, TimeUnit.SECONDS);

        assertThat(next).isNotNull();
        assertThat(count("destination_domains")).isEqualTo(MANY);
    }

    @Test
    void aFreeNumberIsGivenAlsoWhenTheLastOneIsTaken() {
        node.db.query("INSERT INTO destinations (number, site) VALUES (1000, 'mx.large.test'), (1, 'mx.other.test')");
        var email = node.email(node.project(), "ada@site.test");
        registry.waited("site.test", "mx.site.test");

        poll();

        assertThat(destination(email)).isEqualTo(2);
    }

    @Test
    void aNumberThatIsNotUsedForADayIsReleasedAndGivenToAnotherSite() {
        var small = new SiteRegistry(node.db.database(), 1);
        small.waited("dead.test", "mx.dead.test");
        poll(small);
        age("wanted_at", "25 hours");

        small.release().await();
        assertThat(count("destination_domains")).isZero();
        assertThat(count("destinations")).isEqualTo(1);
        age("retired_at", "2 hours");
        small.release().await();

        assertThat(count("destinations")).isZero();
        var email = node.email(node.project(), "ada@site.test");
        small.waited("site.test", "mx.site.test");
        poll(small);
        assertThat(destination(email)).isEqualTo(1);
    }

    @Test
    void aDomainThatNobodyMailsForAMonthIsDeletedAndOneThatIsMailedIsKept() {
        for (var domain : List.of("old.test", "mailed.test")) {
            registry.waited(domain, "mx.provider.test");
        }
        poll();
        node.db.query("UPDATE destination_domains SET used_on = current_date - 40");
        registry.started("mailed.test", "mx.provider.test");

        registry.release().await();

        assertThat(count("destination_domains WHERE domain = 'old.test'")).isZero();
        assertThat(count("destination_domains WHERE domain = 'mailed.test' AND used_on >= current_date - 1"))
                .isEqualTo(1);
    }

    @Test
    void aNumberThatAnEmailHasIsKept() {
        node.email(node.project(), "ada@site.test");
        registry.waited("site.test", "mx.site.test");
        poll();
        age("wanted_at", "25 hours");

        registry.release().await();

        assertThat(count("destination_domains")).isEqualTo(1);
        assertThat(count("destinations WHERE retired_at IS NULL")).isEqualTo(1);
    }

    /** Queued by a transaction that read the domain before the number was retired. */
    @Test
    void aRetiredNumberThatAnEmailHasIsNotGivenToAnotherSite() {
        registry.waited("site.test", "mx.site.test");
        poll();
        age("wanted_at", "25 hours");
        registry.release().await();
        var email = node.email(node.project(), "ada@site.test");
        node.db.query("UPDATE outbox SET destination = 1 WHERE email_id = ?", email);
        age("retired_at", "2 hours");

        registry.release().await();

        assertThat(count("destinations")).isEqualTo(1);
    }

    @Test
    void aNumberOfASiteWithTrafficIsKept() {
        registry.waited("site.test", "mx.site.test");
        poll();
        age("wanted_at", "25 hours");
        node.db.query("INSERT INTO site_traffic (source, site, traffic) VALUES ('192.0.2.1', 'mx.site.test', '{}')");

        registry.release().await();

        assertThat(count("destinations WHERE retired_at IS NULL")).isEqualTo(1);
    }

    @Test
    void aSiteThatIsWantedAgainKeepsItsRetiredNumber() {
        registry.waited("site.test", "mx.site.test");
        poll();
        age("wanted_at", "25 hours");
        registry.release().await();
        poll();
        age("retired_at", "2 hours");
        var email = node.email(node.project(), "ada@site.test");
        registry.waited("site.test", "mx.site.test");
        poll();

        registry.release().await();

        assertThat(destination(email)).isEqualTo(1);
        assertThat(count("destinations WHERE retired_at IS NULL")).isEqualTo(1);
    }

    @Test
    void aSiteWithoutAFreeNumberIsLeftWithout() {
        var small = new SiteRegistry(node.db.database(), 1);
        var email = node.email(node.project(), "ada@site.test");
        small.waited("other.test", "mx.other.test");
        small.waited("site.test", "mx.site.test");

        poll(small);

        assertThat(destination(email)).isZero();
        assertThat(count("destinations")).isEqualTo(1);
    }

    private void age(String column, String age) {
        node.db.query("UPDATE destinations SET " + column + " = now() - interval '" + age + "'");
    }

    private long count(String rows) {
        return node.db.count("SELECT count(*) FROM " + rows);
    }

    private void poll() {
        poll(registry);
    }

    private static void poll(SiteRegistry registry) {
        var next = Next.MORE;
        while (next == Next.MORE) {
            next = registry.run().await();
        }
    }

    private int destination(UUID email) {
        return ((Number) node.db.value("SELECT destination FROM outbox WHERE email_id = ?", email)).intValue();
    }
}
