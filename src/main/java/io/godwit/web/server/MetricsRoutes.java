package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.LoopbackAddress;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.LoopbackCheck;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The route {@code GET /metrics} in the text format of Prometheus. It asks for the operator's token; without one configured it
 * answers this machine alone, and only when the server listens on the loopback interface, because the requests of a local proxy
 * look local, too.
 */
public final class MetricsRoutes implements Routes {

    private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    private final MetricsScraper scraper;
    private final Optional<String> token;
    private final boolean openHere;

    /**
     * Shows what {@code scrape} writes, which may block.
     *
     * @param scrape for example {@code PrometheusMeterRegistry::scrape}
     * @param token opens the metrics to others than this machine
     * @param host on which the port is open
     */
    public MetricsRoutes(Vertx vertx, Supplier<String> scrape, Optional<String> token, String host) {
        this.scraper = new MetricsScraper(vertx, scrape);
        this.token = token;
        this.openHere = LoopbackAddress.isLoopbackHost(host);
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/metrics")
                .access(Access.OPEN)
                .answersFile("text/plain")
                .fails(Kind.UNAUTHORIZED)
                .to(this::metrics);
    }

    private Future<ApiResponse> metrics(ApiRequest call) {
        if (!(openHere && LoopbackCheck.isLocal(call)) && !hasToken(call)) {
            throw Failure.of(
                    Kind.UNAUTHORIZED, "Metrics need the operator's token, metrics.token (GODWIT_METRICS_TOKEN)");
        }
        return scraper.request().map(text -> ApiResponse.ok(text).with("Content-Type", TEXT_FORMAT));
    }

    private boolean hasToken(ApiRequest call) {
        var sent = call.header("authorization").orElse("");
        return token.isPresent() && isSame("Bearer " + token.get(), sent);
    }

    private static boolean isSame(String wanted, String sent) {
        return MessageDigest.isEqual(wanted.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }
}
