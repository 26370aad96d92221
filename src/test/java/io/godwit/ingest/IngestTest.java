package io.godwit.ingest;

import static io.godwit.ingest.SampleSends.marketing;
import static io.godwit.ingest.SampleSends.receipt;
import static io.godwit.ingest.SampleSends.transactional;
import static io.godwit.ingest.TestIngest.event;
import static io.godwit.ingest.TrackRoutesTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.SendingMessages;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@CloseFields
class IngestTest {

    private static final TestIngest INGEST = TestIngest.start();

    private final Tenant project = INGEST.project();

    @Test
    void aSendMakesAnUnsubscribedContactAndQueuesOneEmailForEachRecipient() {
        var submission = transactional(project, "ada@example.com", "bo@example.com", "ada@example.com");

        var receipt = receipt(INGEST.ingest.accept(submission).await());

        assertThat(receipt.accepted().stream().map(accepted -> accepted.email()))
                .containsExactlyElementsOf(
                        submission.recipients().stream().map(to -> to.email()).toList());
        assertThat(receipt.accepted().get(0).contact())
                .isEqualTo(receipt.accepted().get(2).contact());
        assertThat(INGEST.contact(project, "ada@example.com")).containsEntry("subscribed", false);
        assertThat(INGEST.count("contacts", project)).isEqualTo(2);
        assertThat(INGEST.count("emails", project)).isEqualTo(3);
        assertThat(INGEST.count("outbox", project)).isEqualTo(3);
        assertThat(INGEST.count("contents", project)).isEqualTo(1);
        assertThat(INGEST.events(project)).isEmpty();
    }

    @Test
    void theEmailCarriesTheContactsDataAndWhatCountsOnce() {
        INGEST.track(project, event("ada@example.com", Map.of("plan", "pro"))).await();

        INGEST.ingest.accept(transactional(project, "ada@example.com")).await();

        var variables = INGEST.db.value(
                "SELECT variables::text FROM emails WHERE project_id = ?",
                project.project().value());
        assertThat(variables).hasToString("{\"kept\": {\"plan\": \"pro\"}, \"once\": {\"code\": \"1234\"}}");
        assertThat(INGEST.contact(project, "ada@example.com").get("data")).hasToString("{\"plan\": \"pro\"}");
    }

    @Test
    void marketingMailToSomebodyUnsubscribedIsRefusedAsAWhole() {
        INGEST.track(project, event("yes@example.com", Map.of())).await();
        INGEST.track(project, Map.of("email", "no@example.com", "event", "x", "subscribed", false))
                .await();

        var call = INGEST.ingest.accept(
                marketing(project, Optional.empty(), "yes@example.com", "no@example.com", "new@example.com"));
        Future.join(call, call).otherwiseEmpty().await();

        assertThat(refusal(call).kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(refusal(call).issues().stream().map(Issue::field)).containsExactly("to.1", "to.2");
        assertThat(INGEST.count("contacts", project)).isEqualTo(2);
        assertThat(INGEST.count("emails", project)).isZero();
    }

    @Test
    void marketingMailThatSubscribesItsRecipientsIsAccepted() {
        INGEST.track(project, Map.of("email", "no@example.com", "event", "x", "subscribed", false))
                .await();

        INGEST.ingest
                .accept(marketing(project, Optional.of(true), "no@example.com", "new@example.com"))
                .await();

        assertThat(INGEST.events(project)).containsExactly("x", "contact.subscribed");
        assertThat(INGEST.count("emails", project)).isEqualTo(2);
    }

    @Test
    void aRefusedCallBesideOthersLeavesThemAlone() {
        var calls = List.of(
                INGEST.ingest.accept(transactional(project, "a@example.com")),
                INGEST.ingest.accept(marketing(project, Optional.empty(), "b@example.com", "a@example.com")),
                INGEST.ingest.accept(transactional(project, "c@example.com")));
        Future.join(calls).otherwiseEmpty().await();

        assertThat(calls.stream().map(Future::succeeded)).containsExactly(true, false, true);
        assertThat(INGEST.db
                        .query(
                                "SELECT email FROM contacts WHERE project_id = ? ORDER BY 1",
                                project.project().value())
                        .toString())
                .isEqualTo("[{email=a@example.com}, {email=c@example.com}]");
        assertThat(INGEST.count("emails", project)).isEqualTo(2);
    }

    @Test
    void aThousandRecipientsAreOneTransaction() {
        var to =
                IntStream.range(0, 1000).mapToObj(n -> "p" + n + "@example.com").toArray(String[]::new);

        var receipt = receipt(INGEST.ingest.accept(transactional(project, to)).await());

        assertThat(receipt.accepted()).hasSize(1000);
        assertThat(INGEST.count("outbox", project)).isEqualTo(1000);
    }

    /** The commit takes 300 ms, so that who is told before it finds no row. */
    @Test
    void theSendersAreToldAfterTheCommit() throws InterruptedException {
        INGEST.db.query("""
                CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    PERFORM pg_sleep(0.3);
                    RETURN NULL;
                END $$""");
        INGEST.db.query("CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON outbox DEFERRABLE INITIALLY DEFERRED"
                + " FOR EACH ROW EXECUTE FUNCTION slow_commit()");
        try {
            var heard = new ArrayBlockingQueue<Queued>(10);
            var committed = new ArrayBlockingQueue<Long>(10);
            INGEST.bus.listen(SendingMessages.QUEUED, queued -> {
                committed.add(INGEST.count("outbox", project));
                heard.add(queued);
            });

            INGEST.ingest.accept(transactional(project, "ada@example.com")).await();

            assertThat(heard.poll(30, TimeUnit.SECONDS))
                    .isEqualTo(new Queued(List.of(new Lane(project.project().value(), (short) 0))));
            assertThat(committed).containsExactly(1L);
        } finally {
            INGEST.db.query("DROP FUNCTION slow_commit CASCADE");
        }
    }
}
