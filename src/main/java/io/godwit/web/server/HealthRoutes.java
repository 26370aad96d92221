package io.godwit.web.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonValue;
import io.godwit.web.Access;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Routes of the health checks. {@code /health/live} says that the process runs, and depends on nothing else;
 * {@code /health/ready} says whether to send it requests. Neither tells a version or anything else about the machine.
 */
public final class HealthRoutes implements Routes {

    /** A condition for being ready. */
    public record Check(String name, BooleanSupplier passes) {}

    private final List<Check> checks;
    private final List<Check> services;
    private final Map<String, Supplier<Map<String, Object>>> nameToDetail;
    private volatile boolean stopping;
    private volatile Supplier<List<String>> warnings = List::of;

    /**
     * @param checks one that fails makes the node unready
     * @param services what the node works with; one that is away is told and does not make the node unready, because requests
     *     are accepted without it and another node would not reach it either
     * @param nameToDetail further members of {@code /health}
     */
    public HealthRoutes(
            List<Check> checks, List<Check> services, Map<String, Supplier<Map<String, Object>>> nameToDetail) {
        this.checks = List.copyOf(checks);
        this.services = List.copyOf(services);
        this.nameToDetail = new TreeMap<>(nameToDetail);
    }

    /** Makes the readiness check fail from now on; called before the server drains. */
    public void stop() {
        stopping = true;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/health")
                .access(Access.OPEN)
                .answers(HealthResponse.class)
                .to(ignored -> Future.succeededFuture(detailed()));
        api.get("/health/live")
                .access(Access.OPEN)
                .answers(LiveResponse.class)
                .to(ignored -> Future.succeededFuture(alive()));
        api.get("/health/ready")
                .access(Access.OPEN)
                .answers(ReadyResponse.class)
                .answers(503, ReadyResponse.class)
                .to(ignored -> Future.succeededFuture(readiness()));
    }

    /** Shows these sentences for the operator from now on, as long as there are any. */
    public void warn(Supplier<List<String>> warnings) {
        this.warnings = warnings;
    }

    /** The status of a node that answers. */
    private enum HealthStatus {
        OK;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The readiness of a node. */
    private enum ReadyStatus {
        READY,
        NOT_READY;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Says that the process runs; {@code time} in milliseconds since 1970. */
    private record LiveResponse(HealthStatus status, long time) {}

    /** The condition of the node; {@code warnings} is absent where there is none. */
    private record HealthResponse(
            HealthStatus status,
            long time,
            Map<String, Object> details,
            @JsonInclude(Include.NON_NULL) @Nullable List<String> warnings) {}

    /** The readiness of the node, the result of each check, and whether the services it works with can be reached. */
    private record ReadyResponse(ReadyStatus status, Map<String, Boolean> checks, Map<String, Boolean> services) {}

    private static ApiResponse alive() {
        return ApiResponse.ok(new LiveResponse(HealthStatus.OK, System.currentTimeMillis()));
    }

    private ApiResponse detailed() {
        var details = new LinkedHashMap<String, Object>();
        nameToDetail.forEach((name, detail) -> details.put(name, detail.get()));
        var sentences = warnings.get();
        return ApiResponse.ok(new HealthResponse(
                HealthStatus.OK, System.currentTimeMillis(), details, sentences.isEmpty() ? null : sentences));
    }

    /** Returns whether the readiness check passes at this moment. */
    public boolean isReady() {
        return !results().containsValue(false);
    }

    private Map<String, Boolean> results() {
        var nameToPassed = new LinkedHashMap<String, Boolean>();
        nameToPassed.put("running", !stopping);
        checks.forEach(check -> nameToPassed.put(check.name(), check.passes().getAsBoolean()));
        return nameToPassed;
    }

    private ApiResponse readiness() {
        var nameToPassed = results();
        var ready = !nameToPassed.containsValue(false);
        var nameToReachable = new LinkedHashMap<String, Boolean>();
        services.forEach(
                service -> nameToReachable.put(service.name(), service.passes().getAsBoolean()));
        var body = new ReadyResponse(ready ? ReadyStatus.READY : ReadyStatus.NOT_READY, nameToPassed, nameToReachable);
        return new ApiResponse(ready ? 200 : 503, body, Map.of());
    }
}
