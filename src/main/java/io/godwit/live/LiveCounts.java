package io.godwit.live;

import io.godwit.core.ChangeTopic;
import io.godwit.core.Tenant;
import io.godwit.core.id.UserId;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The numbers and entries that travel with the news of a change, so that the pages that show them need no request.
 *
 * @param topicToCounter counts a thing of the topic that somebody follows by its id
 * @param activity reads the newest entries of a project's activity
 * @param queues counts the queues of the installation, which only operators hear of
 * @param operators tells whether a user is an operator
 */
public record LiveCounts(
        Map<ChangeTopic, ThingCounter> topicToCounter,
        ActivityReader activity,
        Supplier<Future<Object>> queues,
        Function<UserId, Future<Boolean>> operators) {

    public LiveCounts {
        topicToCounter = Map.copyOf(topicToCounter);
    }

    /** Counts one thing. */
    @FunctionalInterface
    public interface ThingCounter {

        /** Completes with something that is written as a JSON object; empty when there is no such thing. */
        Future<Optional<Object>> count(Tenant tenant, UUID id);
    }

    /** Reads activity. */
    @FunctionalInterface
    public interface ActivityReader {

        /** Completes with something that is written as a JSON object, whose members come with the news. */
        Future<Object> newest(Tenant tenant);
    }
}
