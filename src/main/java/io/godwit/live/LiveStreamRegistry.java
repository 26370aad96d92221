package io.godwit.live;

import io.godwit.bus.Bus;
import io.godwit.core.Change;
import io.godwit.core.ChangeTopic;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.db.DatabaseAvailability;
import io.godwit.db.DatabaseAvailability.Condition;
import io.godwit.web.auth.Authenticators;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes changes on to the open streams of a node, as long as their subscribers have the right to them. Safe on any thread. */
public final class LiveStreamRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(LiveStreamRegistry.class);

    /** The time between two looks at all streams, for what they have to send. */
    static final Duration TICK = Duration.ofMillis(250);

    /** The time between two counts of the queues while an operator looks at them; otherwise they are not counted. */
    private static final Duration QUEUES = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final DatabaseAvailability availability;
    private final Authenticators guards;
    private final LiveSettings settings;
    private final LiveCounts counts;
    private final CountedChanges counted;
    private final PollLoop queues;
    private final Map<UUID, Set<ProjectFollower>> projectToFollowers = new ConcurrentHashMap<>();
    private final Map<LiveStream, Set<ProjectFollower>> streamToFollowers = new ConcurrentHashMap<>();
    private final Map<UUID, Set<LiveStream>> accountToStreams = new ConcurrentHashMap<>();
    private final Map<LiveStream, Long> streamToCheck = new ConcurrentHashMap<>();
    private final long timer;
    private volatile boolean stopped;
    private volatile Condition database = Condition.UP;
    private volatile String lastQueues = "";

    private LiveStreamRegistry(
            Vertx vertx, Database database, Authenticators guards, LiveSettings settings, LiveCounts counts) {
        this.vertx = vertx;
        this.availability = database.availability();
        this.guards = guards;
        this.settings = settings;
        this.counts = counts;
        this.counted = new CountedChanges(vertx, counts, this::deliver);
        this.queues = PollLoop.start(vertx, "live-queues", QUEUES, this::countQueues);
        this.timer = vertx.setPeriodic(TICK.toMillis(), ignored -> tick());
    }

    /** Listens for the changes of all nodes from now on. */
    public static LiveStreamRegistry start(
            Vertx vertx, Database database, Bus bus, Authenticators guards, LiveSettings settings, LiveCounts counts) {
        var streams = new LiveStreamRegistry(vertx, database, guards, settings, counts);
        bus.changes().listen(streams::changed);
        return streams;
    }

    /**
     * Opens a stream; throws {@code SERVICE_UNAVAILABLE} when the subscriber or the node has too many, or it stops.
     *
     * @param others what to follow of further projects, each once the subscriber's right to it is known
     */
    LiveStream open(StreamSubscriber subscriber, Map<ProjectId, TopicFilter> others) {
        if (stopped) {
            throw Failure.later(Kind.SERVICE_UNAVAILABLE, "This node is stopping; connect again", 1);
        }
        var stream = new LiveStream(vertx, subscriber, this::remove);
        stream.sendNow(LiveEvent.retry(2000) + LiveEvent.state(database) + LiveEvent.BEAT);
        var own = accountToStreams.compute(subscriber.account(), (account, open) -> with(open, stream));
        streamToCheck.put(stream, System.nanoTime());
        add(new ProjectFollower(stream, subscriber, true));
        if (own.size() > settings.perUser() || streamToCheck.size() > settings.streams()) {
            remove(stream);
            throw Failure.later(Kind.SERVICE_UNAVAILABLE, "Too many streams are open", 10);
        }
        others.forEach((project, topics) -> follow(stream, subscriber.in(project, topics)));
        return stream;
    }

    private void follow(LiveStream stream, StreamSubscriber subscriber) {
        subscriber
                .isEntitled(guards)
                .onSuccess(entitled -> {
                    if (entitled && streamToCheck.containsKey(stream)) {
                        add(new ProjectFollower(stream, subscriber, false));
                        stream.sendNow(LiveEvent.followed(subscriber.project().value()));
                    } else {
                        stream.sendNow(LiveEvent.left(subscriber.project().value()));
                    }
                })
                .onFailure(unknown -> {
                    LOG.debug("The rights of a stream's user cannot be looked up now", unknown);
                    stream.sendNow(LiveEvent.left(subscriber.project().value()));
                });
    }

    private void add(ProjectFollower follower) {
        var stream = follower.stream();
        streamToFollowers.compute(stream, (key, all) -> with(all, follower));
        projectToFollowers.compute(follower.subscriber().project().value(), (project, all) -> with(all, follower));
        // The stream may have ended meanwhile.
        if (!streamToCheck.containsKey(stream)) {
            remove(stream);
        }
    }

    private static <T> Set<T> with(@Nullable Set<T> open, T added) {
        var all = open == null ? ConcurrentHashMap.<T>newKeySet() : open;
        all.add(added);
        return all;
    }

    private void remove(LiveStream stream) {
        streamToCheck.remove(stream);
        accountToStreams.computeIfPresent(stream.subscriber().account(), (account, open) -> without(open, stream));
        var all = streamToFollowers.remove(stream);
        if (all != null) {
            all.forEach(this::remove);
        }
    }

    private void remove(ProjectFollower follower) {
        projectToFollowers.computeIfPresent(
                follower.subscriber().project().value(), (project, all) -> without(all, follower));
    }

    private static <T> @Nullable Set<T> without(Set<T> open, T removed) {
        open.remove(removed);
        return open.isEmpty() ? null : open;
    }

    /** Tells whether the user may hear of the queues; looked up only where they are asked for. */
    Future<Boolean> isOperator(Optional<UserId> user, FollowedTopics topics) {
        return user.filter(ignored -> topics.follow(ChangeTopic.QUEUE))
                .map(counts.operators())
                .orElse(Future.succeededFuture(false));
    }

    private void changed(List<Change> changes) {
        changes.stream().flatMap(LiveStreamRegistry::withActivity).distinct().forEach(this::changed);
    }

    /** The end of an email that is not sent and of a campaign are entries of the activity without an event of their own. */
    private static Stream<Change> withActivity(Change change) {
        return change.topic() == ChangeTopic.EMAIL || change.topic() == ChangeTopic.CAMPAIGN
                ? Stream.of(change, Change.ofMany(change.project(), ChangeTopic.ACTIVITY))
                : Stream.of(change);
    }

    /** Sends the change: at once, or with its details read to the streams that want them. */
    private void changed(Change change) {
        var isCounted = counted.counts(change);
        var event = LiveEvent.changed(change, Optional.empty());
        var isFollowed = false;
        for (var follower : followersOf(change)) {
            if (isCounted && follower.wantsDetails(change)) {
                isFollowed = true;
            } else if (follower.follows(change)) {
                follower.sendChange(change, event, Optional.empty());
            }
            if (change.topic() == ChangeTopic.MEMBER || change.topic() == ChangeTopic.PROJECT) {
                check(follower.stream());
            }
        }
        if (isFollowed) {
            counted.add(change);
        }
    }

    private Collection<ProjectFollower> followersOf(Change change) {
        return change.concernsAll() ? all().toList() : projectToFollowers.getOrDefault(change.project(), Set.of());
    }

    private Stream<ProjectFollower> all() {
        return streamToFollowers.values().stream().flatMap(Set::stream);
    }

    private void deliver(Change change, Optional<Object> details) {
        var event = LiveEvent.changed(change, details);
        for (var follower : projectToFollowers.getOrDefault(change.project(), Set.of())) {
            if (follower.wantsDetails(change)) {
                follower.sendChange(change, event, details);
            }
        }
    }

    private Future<Next> countQueues() {
        var followers =
                all().filter(follower -> follower.subscriber().followsQueues()).toList();
        return followers.isEmpty()
                ? Future.succeededFuture(Next.IDLE)
                : counts.queues().get().map(found -> {
                    publishQueues(followers, found);
                    return Next.IDLE;
                });
    }

    private void publishQueues(List<ProjectFollower> followers, Object found) {
        var json = LiveEvent.json(found);
        if (!json.equals(lastQueues)) {
            lastQueues = json;
            var details = Optional.<Object>of(Map.of("counts", found));
            followers.forEach(follower -> {
                var change = Change.ofMany(follower.subscriber().project().value(), ChangeTopic.QUEUE);
                follower.sendChange(change, LiveEvent.changed(change, details), details);
            });
        }
    }

    private void tick() {
        var condition = database == Condition.DOWN && !availability.isUp() ? Condition.DOWN : availability.condition();
        if (condition != database) {
            var wasDown = database == Condition.DOWN;
            database = condition;
            streamToCheck.keySet().forEach(stream -> databaseChanged(stream, condition, wasDown));
        }
        var now = System.nanoTime();
        streamToCheck.forEach((stream, checkedAt) -> {
            stream.tick();
            if (now - checkedAt > settings.check().toNanos()) {
                check(stream);
            }
        });
    }

    /** Tells a stream the state of the database; has all read anew after an outage, in which changes may have been missed. */
    private static void databaseChanged(LiveStream stream, Condition condition, boolean wasDown) {
        stream.sendNow(LiveEvent.state(condition));
        if (wasDown && condition == Condition.UP) {
            stream.resync();
        }
    }

    /** Ends the stream when its subscriber has lost the right to it; without an answer it goes on until the next check. */
    private void check(LiveStream stream) {
        streamToCheck.computeIfPresent(stream, (open, before) -> System.nanoTime());
        stream.subscriber()
                .isEntitled(guards)
                .onSuccess(entitled -> {
                    if (!entitled) {
                        stream.revoke();
                    }
                })
                .onFailure(unknown -> LOG.debug("The rights of a stream's user cannot be looked up now", unknown));
        streamToFollowers.getOrDefault(stream, Set.of()).stream()
                .filter(follower -> !follower.isOwn())
                .forEach(this::check);
    }

    /** Ends the following of a further project when its subscriber has lost the right to it; the stream goes on without it. */
    private void check(ProjectFollower follower) {
        var stream = follower.stream();
        follower.subscriber()
                .isEntitled(guards)
                .onSuccess(entitled -> {
                    if (!entitled) {
                        streamToFollowers.computeIfPresent(stream, (key, all) -> without(all, follower));
                        remove(follower);
                        stream.leave(follower.subscriber().project().value());
                    }
                })
                .onFailure(unknown -> LOG.debug("The rights of a stream's user cannot be looked up now", unknown));
    }

    /** Tells every client to connect again elsewhere, and ends the streams. */
    public void endAll() {
        streamToCheck.keySet().forEach(stream -> stream.end(LiveEvent.retry(1000)));
    }

    /** Ends the streams, and opens no more. */
    public Future<Void> stop() {
        stopped = true;
        vertx.cancelTimer(timer);
        endAll();
        return queues.stop();
    }
}
