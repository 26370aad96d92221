package io.godwit.sending.pipeline;

import io.godwit.bus.Bus;
import io.godwit.bus.Topic;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.pipeline.RefusalWindow.Reply;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;

/**
 * Tells the other nodes of the mail server's replies, many in one message. Of each project only the newest count, so no more are
 * told. A lost message costs time: more refusals are then needed until one becomes common. All its state belongs to the context
 * it is used on.
 */
final class ReplyExchange {

    private static final Topic<Replies> TOPIC = new Topic<>("sending.refusals", Replies.class);

    /** Time over which replies are collected for one message. */
    private static final long PAUSE_MILLIS = 200;

    /** Max projects in one message, so that it stays below a megabyte. */
    private static final int MAX_PROJECTS = 200;

    private final String node = Ids.next().toString();
    private final Vertx vertx;
    private final Bus bus;
    private final int newest;
    private final Map<ProjectId, ArrayDeque<Reply>> projectToReplies = new HashMap<>();
    private final ArrayDeque<Reply> ofServer = new ArrayDeque<>();
    private boolean publishing;

    /**
     * Replies to one node, oldest first.
     *
     * @param ofServer those of the mail server, which all projects share
     */
    record Replies(String node, List<SharedReply> ofProjects, List<SharedReply> ofServer) {

        Replies {
            ofProjects = List.copyOf(ofProjects);
            ofServer = List.copyOf(ofServer);
        }
    }

    /** A reply without its text, and without the address. */
    record SharedReply(UUID project, String pattern, int recipient, String domain) {

        private static SharedReply of(Reply reply) {
            return new SharedReply(reply.project().value(), reply.pattern(), reply.recipient(), reply.domain());
        }

        private Reply reply() {
            return new Reply(pattern, recipient, domain, new ProjectId(project), "");
        }
    }

    /** @param newest number of replies that a window keeps */
    ReplyExchange(Vertx vertx, Bus bus, int newest) {
        this.vertx = vertx;
        this.bus = bus;
        this.newest = newest;
    }

    /** Passes on the replies to projects, and those of the mail server, that other nodes got; on the caller's context. */
    void follow(BiConsumer<List<Reply>, List<Reply>> listener) {
        bus.listen(TOPIC, replies -> {
            if (!replies.node().equals(node)) {
                listener.accept(repliesOf(replies.ofProjects()), repliesOf(replies.ofServer()));
            }
        });
    }

    private static List<Reply> repliesOf(List<SharedReply> shared) {
        return shared.stream().map(SharedReply::reply).toList();
    }

    void ofProject(Reply reply) {
        if (projectToReplies.size() < MAX_PROJECTS || projectToReplies.containsKey(reply.project())) {
            add(projectToReplies.computeIfAbsent(reply.project(), ignored -> new ArrayDeque<>()), reply);
        }
    }

    void ofServer(Reply reply) {
        add(ofServer, reply);
    }

    private void add(ArrayDeque<Reply> replies, Reply reply) {
        replies.add(reply);
        if (replies.size() > newest) {
            replies.remove();
        }
        if (!publishing) {
            publishing = true;
            vertx.setTimer(PAUSE_MILLIS, ignored -> publish());
        }
    }

    private void publish() {
        publishing = false;
        bus.publish(
                TOPIC,
                new Replies(
                        node,
                        projectToReplies.values().stream()
                                .flatMap(ArrayDeque::stream)
                                .map(SharedReply::of)
                                .toList(),
                        ofServer.stream().map(SharedReply::of).toList()));
        projectToReplies.clear();
        ofServer.clear();
    }
}
