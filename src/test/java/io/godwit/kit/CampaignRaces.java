package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Twenty calls about one campaign at the same moment, again and again. */
public final class CampaignRaces implements AutoCloseable {

    private static final int CALLERS = 20;
    private static final int READERS = 5;

    private final ExecutorService calls = Executors.newFixedThreadPool(CALLERS);
    private final CampaignServer server = CampaignServer.start();

    private void clear() {
        server.clear();
        server.node().database().query("DELETE FROM contents");
        server.contacts("reader", READERS);
    }

    /** The result of a round: the answers by the kind of the call. */
    private record Round(String id, List<Integer> sends, List<Integer> cancels, List<Integer> deletions) {}

    /** Of twenty sends of one campaign one begins, and the others are conflicts; the audience is passed over once. */
    public void sends(int rounds) {
        clear();
        for (var round = 0; round < rounds; round++) {
            var id = server.create(server.words());

            var statuses = atOnce(ignored -> server.move(id, "send").statusCode());

            assertThat(statuses).containsOnly(200, 409).containsOnlyOnce(200);
        }
        awaitQuiet();
        assertThat(server.count(
                        "SELECT count(*) FROM campaigns WHERE status = 'SENT' AND audience_passed = ?", READERS))
                .isEqualTo(rounds);
        assertThat(server.count("SELECT count(*) FROM contents")).isEqualTo(rounds);
        assertThat(server.received()).hasSize(rounds * READERS);
    }

    /** Of twenty changes of one draft none is refused and none is lost. */
    public void puts() {
        var id = server.create(server.words());

        var statuses = atOnce(caller -> server.call(
                        "PUT",
                        "/campaigns/" + id,
                        new JsonObject().put(caller % 2 == 0 ? "name" : "subject", "n" + caller))
                .statusCode());

        assertThat(statuses).containsOnly(200);
        assertThat(server.campaign(id).getString("name")).matches("n\\d?[02468]");
        assertThat(server.campaign(id).getString("subject")).matches("n\\d?[13579]");
    }

    /** Of sends, cancellations and deletions of one draft each kind succeeds once at most, in an order that was possible. */
    public void mixed(int rounds) {
        clear();
        for (var number = 0; number < rounds; number++) {
            var round = race();

            for (var statuses : List.of(round.sends(), round.cancels(), round.deletions())) {
                assertThat(statuses).as(round.toString()).isSubsetOf(200, 404, 409);
                assertThat(statuses.stream().filter(status -> status == 200)).hasSizeLessThanOrEqualTo(1);
            }
            var sent = round.sends().contains(200);
            var cancelled = round.cancels().contains(200);
            var deleted = round.deletions().contains(200);
            assertThat(sent || deleted).as(round.toString()).isTrue();
            if (cancelled) {
                assertThat(sent).as(round.toString()).isTrue();
            }
            if (!deleted) {
                assertThat(round.sends()).doesNotContain(404);
                var status = server.status(round.id());
                assertThat(status).isIn(cancelled ? List.of("CANCELLED") : List.of("SENDING", "SENT"));
            }
        }
        awaitQuiet();
        assertThat(server.count("SELECT count(*) FROM campaigns WHERE audience_passed > ?", READERS))
                .isZero();
        assertThat(
                        server.count(
                                "SELECT coalesce(max(times), 0) FROM (SELECT count(*) AS times FROM emails GROUP BY campaign_id) each"))
                .isLessThanOrEqualTo(READERS);
        assertThat(server.received().size())
                .isEqualTo((int) server.count("SELECT count(*) FROM emails WHERE status = 'SENT'"));
    }

    /** Of a draft: ten sends, five cancellations, five deletions. */
    private Round race() {
        var id = server.create(server.words());
        var statuses = atOnce(caller -> switch (caller % 4) {
            case 0, 1 -> server.move(id, "send").statusCode();
            case 2 -> server.move(id, "cancel").statusCode();
            default ->
                server.node()
                        .call("DELETE", "/campaigns/" + id, server.key(), "")
                        .statusCode();
        });
        return new Round(id, of(statuses, 0, 1), of(statuses, 2), of(statuses, 3));
    }

    private static List<Integer> of(List<Integer> statuses, Integer... kinds) {
        return IntStream.range(0, CALLERS)
                .filter(caller -> List.of(kinds).contains(caller % 4))
                .mapToObj(statuses::get)
                .toList();
    }

    /** The answers to all callers; they begin when the last of them is ready. */
    private List<Integer> atOnce(IntFunction<Integer> call) {
        var ready = new CountDownLatch(CALLERS);
        var answers = IntStream.range(0, CALLERS)
                .mapToObj(caller -> calls.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return call.apply(caller);
                }))
                .toList();
        return answers.stream().map(CampaignRaces::answer).toList();
    }

    private static int answer(Future<Integer> call) {
        try {
            return call.get();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    /** Waits for the end of all emails; those of a cancelled campaign leave the outbox before they are cancelled. */
    private void awaitQuiet() {
        await().atMost(CampaignServer.TIMEOUT.multipliedBy(3))
                .until(() -> server.count("SELECT count(*) FROM campaigns WHERE status = 'SENDING'") == 0
                        && server.count("SELECT count(*) FROM outbox") == 0
                        && server.count("SELECT count(*) FROM emails WHERE status = 'PENDING'") == 0);
    }

    @Override
    public void close() {
        calls.shutdown();
        server.close();
    }
}
