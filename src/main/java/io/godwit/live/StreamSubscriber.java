package io.godwit.live;

import io.godwit.core.ChangeTopic;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.ProjectId;
import io.godwit.web.ApiRequest;
import io.godwit.web.auth.Authenticators;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/**
 * The user or key that opened a stream: the project it follows, the topics it follows, and the credentials it showed.
 *
 * @param account the user, or for keys the project; streams are counted for it
 * @param operator whether it is a user who may hear of the whole installation
 */
record StreamSubscriber(
        ProjectId project,
        UUID account,
        TopicFilter topics,
        boolean operator,
        Optional<String> session,
        Optional<String> key) {

    private static final String BEARER = "Bearer ";

    static StreamSubscriber of(ApiRequest call, TopicFilter topics, boolean operator) {
        var project = call.tenant().project();
        return new StreamSubscriber(
                project,
                call.user().map(user -> user.user().value()).orElse(project.value()),
                topics,
                operator,
                call.user().flatMap(ignored -> call.sessionToken()),
                call.header("Authorization").map(value -> value.substring(BEARER.length())));
    }

    /** Returns the user as a subscriber of another project. */
    StreamSubscriber in(ProjectId other, TopicFilter filter) {
        return new StreamSubscriber(other, account, filter, operator, session, key);
    }

    /** True when it follows the queues of the installation, and may. */
    boolean followsQueues() {
        return operator && topics.whole().contains(ChangeTopic.QUEUE);
    }

    /** Looks up whether the credentials are still good for the project; fails when that cannot be told. */
    Future<Boolean> isEntitled(Authenticators guards) {
        var found = session.isPresent() ? isMember(guards, session.get()) : isKeyOfProject(guards);
        return found.recover(refused -> refused instanceof Failure failure && failure.kind() != Kind.SERVICE_UNAVAILABLE
                ? Future.succeededFuture(false)
                : Future.failedFuture(refused));
    }

    private Future<Boolean> isMember(Authenticators guards, String token) {
        return guards.sessions()
                .find(token)
                .compose(user -> guards.memberships().find(user.user(), project).map(Optional::isPresent));
    }

    private Future<Boolean> isKeyOfProject(Authenticators guards) {
        return guards.keys()
                .authenticate(key.orElse(""))
                .map(grant -> grant.tenant().project().equals(project));
    }
}
