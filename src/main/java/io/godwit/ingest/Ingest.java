package io.godwit.ingest;

import io.godwit.bus.Bus;
import io.godwit.bus.Command;
import io.godwit.core.EmailAddress;
import io.godwit.core.ProjectId;
import io.godwit.db.Database;
import io.godwit.sending.Intake;
import io.godwit.sending.Submission;
import io.godwit.web.Answer;
import io.godwit.web.Claim;
import io.godwit.web.IdempotencyKeys;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The way in for every call that creates or changes contacts. All calls for one contact that arrive at this node go to the
 * same batcher, so they are written in the order they arrived and never wait for each other's locks. Safe to use from any
 * context once started.
 */
public final class Ingest implements Intake {

    private final Surroundings surroundings;
    private final IngestSettings settings;

    /**
     * @param newcomers counts one new contact made with a public key from a client's address; false when it has made too many
     */
    public Ingest(
            Database database,
            Bus bus,
            Ledger ledger,
            Predicate<String> newcomers,
            MeterRegistry registry,
            IngestSettings settings) {
        this.surroundings = new Surroundings(database, bus, ledger, new Newcomers(newcomers), new Gauges(registry));
        this.settings = settings;
    }

    /** Deploys the batchers, each on an event loop of its own; completes with the deployment, whose undeploying drains them. */
    public Future<String> start(Vertx vertx) {
        var index = new AtomicInteger();
        return vertx.deployVerticle(
                () -> new IngestVerticle(index.getAndIncrement(), surroundings, settings),
                new DeploymentOptions().setInstances(settings.verticles()));
    }

    @Override
    public Future<Answer> accept(Submission submission) {
        var first = submission.recipients().get(0).contact().email();
        return ask(new SendEntry(submission), submission.tenant().project(), first);
    }

    Future<Answer> accept(TrackEntry entry) {
        return ask(entry, entry.tenant().project(), entry.request().email());
    }

    private Future<Answer> ask(Entry entry, ProjectId project, EmailAddress address) {
        var hash = 31 * project.hashCode() + address.hashCode();
        var batcher = IngestMessages.INGEST.at(Math.floorMod(hash, settings.verticles()));
        return entry.claim()
                .map(claim -> askOnce(batcher, entry, claim))
                .orElseGet(() -> surroundings.bus().ask(batcher, entry));
    }

    /**
     * Calls with one idempotency key may go to different batchers, so the node keeps them apart. The key is free before anybody
     * hears of the answer and can repeat the call.
     */
    private Future<Answer> askOnce(Command<Entry, Answer> batcher, Entry entry, Claim claim) {
        var keys = surroundings.ledger().keys();
        return keys.begin(claim)
                ? surroundings.bus().ask(batcher, entry).andThen(over -> keys.end(claim))
                : Future.failedFuture(IdempotencyKeys.inProgress());
    }
}
