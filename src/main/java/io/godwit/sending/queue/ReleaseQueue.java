package io.godwit.sending.queue;

import io.godwit.core.FailureSeries;
import io.godwit.core.PollLoop.Next;
import io.godwit.sending.attempt.ClaimedEmail;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases rows whose work did not begin. While PostgreSQL is not available the rows are kept here and the release is repeated:
 * only this node knows that a row marked as being sent is not, and until its rescue lease ends no other node may claim it.
 * Nothing of such a row was sent, so a late release makes no second copy; and a row that another node claimed meanwhile has
 * another fence.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class ReleaseQueue {

    private static final Logger LOG = LoggerFactory.getLogger(ReleaseQueue.class);

    private final FailureSeries delays = new FailureSeries(
            LOG,
            "emails",
            "Emails could not be released yet",
            "Emails are released again; so many attempts to do so had failed");
    private final Function<List<ClaimedEmail>, Future<Void>> statement;
    private final Set<ClaimedEmail> waiting = new LinkedHashSet<>();

    /** @param statement releases rows this node still has; it may be executed twice */
    public ReleaseQueue(Function<List<ClaimedEmail>, Future<Void>> statement) {
        this.statement = statement;
    }

    /** Completes when the rows are released or PostgreSQL cannot be reached now; never fails. */
    public Future<Void> release(List<ClaimedEmail> claimed) {
        waiting.addAll(claimed);
        return offer(claimed).recover(error -> {
            delays.failed(claimed.size(), error);
            return Future.succeededFuture();
        });
    }

    /** Repeats all releases that failed before. */
    public Future<Next> retryReleases() {
        return offer(new ArrayList<>(waiting)).otherwiseEmpty().map(Next.IDLE);
    }

    private Future<Void> offer(List<ClaimedEmail> claimed) {
        return claimed.isEmpty()
                ? Future.succeededFuture()
                : PipelineTimeout.on(statement.apply(claimed)).onSuccess(ignored -> {
                    claimed.forEach(waiting::remove);
                    delays.succeeded();
                });
    }
}
