package io.godwit.live;

import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import java.util.Map;

/** The endpoint of the live stream. */
public final class LiveRoutes implements Routes {

    private static final String TOPICS = "topics";

    /** The form of a list of topics, some with an id behind them or the id of a project before them. */
    private static final String FORM = "^[A-Za-z0-9:/, -]+$";

    /** Proxies of the nginx family keep an answer back until it is whole unless they are told not to. */
    private static final Map<String, String> HEADERS =
            Map.of("Content-Type", "text/event-stream; charset=utf-8", "X-Accel-Buffering", "no");

    private final LiveStreamRegistry streams;

    public LiveRoutes(LiveStreamRegistry streams) {
        this.streams = streams;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/projects/:id/stream").ofProject("id").stream()
                .query(query -> query.text(TOPICS, FORM))
                .answersFile("text/event-stream")
                .to(this::open);
    }

    private Future<ApiResponse> open(ApiRequest call) {
        var query = call.query();
        var wanted = query.text(TOPICS, FORM);
        query.check();
        var topics = wanted.map(FollowedTopics::parse).orElse(FollowedTopics.ALL);
        return streams.isOperator(call.user().map(SignedIn::user), topics).map(operator -> {
            var subscriber = StreamSubscriber.of(call, topics.own(), operator);
            return new ApiResponse(200, streams.open(subscriber, topics.others()), HEADERS);
        });
    }
}
