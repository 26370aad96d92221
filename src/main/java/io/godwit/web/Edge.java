package io.godwit.web;

import java.util.List;
import java.util.function.BooleanSupplier;

/** What all {@link HttpVerticle}s of a node share; one per node. */
public final class Edge {

    private final HttpSettings settings;
    private final List<Routes> features;
    private final Proxies proxies;
    private final Admission admission;
    private final AnswerWriter writer;
    private final Budget budget;
    private volatile int port;

    /**
     * Fails on a trusted proxy that is neither an address nor a CIDR range.
     *
     * @param databaseIsUp while it is false, keyed requests get a 503 at once; see {@link io.godwit.db.Availability}
     */
    public Edge(
            HttpSettings settings,
            Authenticator authenticator,
            RateLimits limits,
            BooleanSupplier databaseIsUp,
            List<Routes> features) {
        this.settings = settings;
        this.features = List.copyOf(features);
        this.proxies = new Proxies(settings.trustedProxies());
        this.admission = new Admission(authenticator, limits, databaseIsUp);
        this.writer = new AnswerWriter(new Cors(settings.dashboardOrigin()));
        this.budget = new Budget(settings.largeBodyBytes());
    }

    /** The port we listen on, once a verticle has started; 0 before. */
    public int port() {
        return port;
    }

    /** Every route of the features, declared anew. */
    Api api() {
        var api = new Api();
        features.forEach(feature -> feature.mount(api));
        return api;
    }

    void listensOn(int actualPort) {
        port = actualPort;
    }

    HttpSettings settings() {
        return settings;
    }

    Proxies proxies() {
        return proxies;
    }

    Admission admission() {
        return admission;
    }

    AnswerWriter writer() {
        return writer;
    }

    Budget budget() {
        return budget;
    }
}
