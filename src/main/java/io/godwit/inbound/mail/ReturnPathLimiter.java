package io.godwit.inbound.mail;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.id.EmailId;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the messages to one return path: whoever has received one email knows its return path, and no other limit counts
 * messages of mail systems. The database counts them over all nodes when they are stored; a node stores one at a time for each
 * return path, and remembers for some minutes that one is used up, so that further messages are refused before they are sent.
 * Bounces of many emails are not limited. Safe from any thread.
 */
final class ReturnPathLimiter {

    private static final Logger LOG = LoggerFactory.getLogger(ReturnPathLimiter.class);

    private static final int MAX_REMEMBERED = 10_000;
    private static final Duration MEMORY = Duration.ofMinutes(5);

    private final Set<EmailId> storing = ConcurrentHashMap.newKeySet();
    private final Cache<EmailId, Boolean> usedUp = Caffeine.newBuilder()
            .maximumSize(MAX_REMEMBERED)
            .expireAfterWrite(MEMORY)
            .build();

    /** Returns whether the return path of the email was used up lately. */
    boolean isUsedUp(EmailId email) {
        return usedUp.getIfPresent(email) != null;
    }

    /**
     * Stores a message to the return path of the email. Completes with false when the return path may get no more for now, or
     * another message to it is being stored.
     */
    Future<Boolean> store(EmailId email, Supplier<Future<Boolean>> store) {
        if (!storing.add(email)) {
            return Future.succeededFuture(false);
        }
        return Future.succeededFuture().compose(ignored -> store.get()).onComplete(done -> {
            storing.remove(email);
            if (done.succeeded() && !done.result()) {
                cache(email);
            }
        });
    }

    private void cache(EmailId email) {
        usedUp.put(email, true);
        LOG.atInfo()
                .addKeyValue("email", email)
                .log("The return path of an email got more messages than it may; further ones are refused for now");
    }
}
