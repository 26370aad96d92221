package io.godwit.sending.queue;

import io.godwit.core.PollLoop.Next;
import io.godwit.sending.ClaimedEmail;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows on their way back into the queue, because their work did not begin. While PostgreSQL does not take them they are kept here
 * and offered again: nobody but this node knows that a row which is marked as being sent is not, and until its rescue nobody
 * else may touch it. Nothing of such a row went out, so what comes back late costs no second copy; and a row that was claimed
 * by others meanwhile has another fence.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class ReleaseQueue {

    private static final Logger LOG = LoggerFactory.getLogger(ReleaseQueue.class);

    private final Function<List<ClaimedEmail>, Future<Void>> statement;
    private final Set<ClaimedEmail> waiting = new LinkedHashSet<>();

    /** @param statement gives rows back that are still ours; it may be carried out twice */
    public ReleaseQueue(Function<List<ClaimedEmail>, Future<Void>> statement) {
        this.statement = statement;
    }

    /** Completes when they are back or PostgreSQL would not have them now; never fails. */
    public Future<Void> release(List<ClaimedEmail> tickets) {
        waiting.addAll(tickets);
        return offer(tickets).recover(error -> {
            LOG.atWarn()
                    .addKeyValue("emails", tickets.size())
                    .addKeyValue("cause", error.getMessage())
                    .log("Emails could not be given back yet");
            return Future.succeededFuture();
        });
    }

    /** One round: everything that could not be given back before. */
    public Future<Next> retryReleases() {
        return offer(new ArrayList<>(waiting)).otherwiseEmpty().map(Next.REST);
    }

    private Future<Void> offer(List<ClaimedEmail> tickets) {
        return tickets.isEmpty()
                ? Future.succeededFuture()
                : PipelineTimeout.on(statement.apply(tickets)).onSuccess(done -> tickets.forEach(waiting::remove));
    }
}
