package io.godwit.modules;

import io.godwit.core.PollLoop;
import io.godwit.live.RouteChanges;
import io.godwit.web.Routes;
import io.godwit.web.auth.Authenticators;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.godwit.web.server.HttpContext;
import io.godwit.web.server.HttpVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Wires the HTTP server of a node to the routes of its modules. */
public final class HttpListener {

    private final NodeContext node;
    private final ProjectRequestLimiter limiter;
    private final HttpContext context;

    public HttpListener(
            NodeContext node, ProjectRequestLimiter limiter, Authenticators authenticators, List<Routes> routes) {
        this.node = node;
        var settings = node.settings().http();
        this.limiter = limiter;
        this.context = new HttpContext(
                settings, authenticators, limiter, node.database().availability()::isUp, node.meters(), routes);
        context.traceBy(node.tracer());
        context.onWrite(new RouteChanges(node.database().changes()));
    }

    /** Starts the loops that share the counts of rate limits between nodes; stop them when the server is closed. */
    public List<PollLoop> startLimits() {
        var loops = new ArrayList<PollLoop>();
        loops.add(limiter.start(node.vertx(), node.bus()));
        loops.addAll(context.clients().start(node.vertx(), node.bus()));
        return loops;
    }

    /** Opens the port, on one event loop per core; completes with the deployment. */
    public Future<String> listen() {
        var perCore = new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
        return node.vertx().deployVerticle(() -> new HttpVerticle(context), perCore);
    }

    /** Sentences about what requests have shown to be set up wrongly. */
    public List<String> warnings() {
        return context.warnings();
    }

    /** Sends clients elsewhere: every answer ends its connection from now on. Completes after {@code http.lame-duck}. */
    public Future<?> leave() {
        context.leave();
        var rest = node.settings().http().lameDuck().toMillis();
        return rest == 0 ? Future.succeededFuture() : node.vertx().timer(rest, TimeUnit.MILLISECONDS);
    }
}
