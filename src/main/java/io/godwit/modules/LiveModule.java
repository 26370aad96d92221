package io.godwit.modules;

import io.godwit.live.LiveRoutes;
import io.godwit.live.LiveStreams;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;

/** Wires the live streams of open pages. */
public final class LiveModule implements FeatureModule {

    private final LiveStreams streams;

    public LiveModule(NodeContext node, AccountModule accounts) {
        this.streams = LiveStreams.start(
                node.vertx(),
                node.database(),
                node.bus(),
                accounts.authenticators(),
                node.settings().live());
    }

    @Override
    public List<Routes> routes() {
        return List.of(new LiveRoutes(streams));
    }

    /** Ends the open streams, so that their clients connect to another node. */
    public void leave() {
        streams.endAll();
    }

    /** Ends the streams opened since; must be called before the HTTP server is closed, which waits for open answers. */
    public Future<Void> stop() {
        return streams.stop();
    }
}
