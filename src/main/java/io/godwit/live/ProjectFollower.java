package io.godwit.live;

import io.godwit.core.Change;
import io.godwit.core.ChangeTopic;
import java.util.Optional;

/**
 * The part of a stream that follows one project.
 *
 * @param isOwn whether it is the project in the stream's path; events of any other name theirs
 */
record ProjectFollower(LiveStream stream, StreamSubscriber subscriber, boolean isOwn) {

    boolean follows(Change change) {
        return change.topic() == ChangeTopic.QUEUE
                ? subscriber.followsQueues()
                : subscriber.topics().matches(change);
    }

    boolean wantsDetails(Change change) {
        return subscriber.topics().wantsDetails(change);
    }

    /**
     * Tells the client of the change.
     *
     * @param event of the stream's own project, made once for all streams
     */
    void sendChange(Change change, String event, Optional<Object> details) {
        if (isOwn) {
            stream.changed(change, event);
        } else {
            var project = subscriber.project().value();
            stream.changed(
                    new Change(project, change.topic(), change.id()),
                    LiveEvent.changed(change, Optional.of(project), details));
        }
    }
}
