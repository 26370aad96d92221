package io.godwit.sending.results;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.RefusalClass;
import io.godwit.core.EmailAddress;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.sending.queue.PipelineTimeout;
import io.godwit.sending.results.UnmatchedReplyStore.UnmatchedReply;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the replies of mail servers whose words no rule knows ({@link RefusalClass#UNKNOWN}), for the operators: rules age. The
 * counts are written every ten seconds; a crash loses those since.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class UnmatchedReplyCounter {

    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Max kinds of replies held in memory; of more within ten seconds only these are counted. */
    private static final int MAX_KINDS = 200;

    private final Database database;
    private final UnmatchedReplyStore store = new UnmatchedReplyStore();
    private final Map<String, UnmatchedReply> patternToReply = new LinkedHashMap<>();

    public UnmatchedReplyCounter(Database database) {
        this.database = database;
    }

    /** Counts the refusal unless a rule knows it. */
    public void add(ClassifiedRefusal refusal, EmailAddress recipient) {
        if (refusal.kind() != RefusalClass.UNKNOWN || refusal.line().isBlank()) {
            return;
        }
        var pattern = refusal.fingerprint(recipient);
        var before = patternToReply.get(pattern);
        if (before != null || patternToReply.size() < MAX_KINDS) {
            patternToReply.put(
                    pattern,
                    new UnmatchedReply(
                            pattern,
                            refusal.code(),
                            refusal.enhanced(),
                            refusal.withoutAddresses(recipient),
                            before == null ? 1 : before.times() + 1,
                            Instant.now()));
        }
    }

    /** Starts to write; the caller stops the loop before the node ends and calls {@link #write} once more. */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "sending-replies", PAUSE, () -> write().map(Next.IDLE));
    }

    /** Writes the counts since the last call; when that fails, they are written with the next ones. */
    public Future<Void> write() {
        if (patternToReply.isEmpty()) {
            return Future.succeededFuture();
        }
        var replies = List.copyOf(patternToReply.values());
        patternToReply.clear();
        return PipelineTimeout.on(store.add(database.workers(), replies))
                .onFailure(ignored -> replies.forEach(this::putBack))
                .compose(ignored -> PipelineTimeout.on(store.deleteOld(database.workers())));
    }

    private void putBack(UnmatchedReply unwritten) {
        patternToReply.merge(unwritten.pattern(), unwritten, (newer, older) -> newer.plus(older.times()));
    }
}
