package io.godwit.webhooks;

import io.godwit.core.id.ProjectId;
import io.godwit.webhooks.CallClaimStore.Share;
import io.godwit.webhooks.EndpointKey.EndpointServer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Decides how many calls of which endpoints this node may claim: round robin over projects, and over the endpoints of a
 * project; a limit for each server of a project, and at most half of the capacity for one project.
 *
 * <p>All state belongs to the context the limiter is used on.
 */
final class CallLimiter {

    private final int maxConcurrent;
    private final int perServer;
    private final Random random;
    private final Map<ProjectId, Integer> projectToCalls = new HashMap<>();
    private final Map<EndpointServer, Integer> serverToCalls = new HashMap<>();
    private int calls;

    CallLimiter(int maxConcurrent, int perServer, Random random) {
        this.maxConcurrent = maxConcurrent;
        this.perServer = perServer;
        this.random = random;
    }

    int inFlight() {
        return calls;
    }

    int capacity() {
        return maxConcurrent - calls;
    }

    void begin(EndpointKey endpoint) {
        calls++;
        projectToCalls.merge(endpoint.project(), 1, Integer::sum);
        serverToCalls.merge(endpoint.server(), 1, Integer::sum);
    }

    void end(EndpointKey endpoint) {
        calls--;
        projectToCalls.computeIfPresent(endpoint.project(), (ignored, count) -> count > 1 ? count - 1 : null);
        serverToCalls.computeIfPresent(endpoint.server(), (ignored, count) -> count > 1 ? count - 1 : null);
    }

    /** The calls to claim now, in an order drawn anew each time, so that no project is always last. */
    List<Share> shares(List<EndpointKey> due) {
        var projects = new ArrayDeque<>(fairOrder(due).values());
        var plan = new SharePlan(new HashMap<>(projectToCalls), new HashMap<>(serverToCalls), new LinkedHashMap<>());
        for (var left = capacity(); left > 0 && !projects.isEmpty(); ) {
            var endpoints = projects.removeFirst();
            var endpoint = endpoints.removeFirst();
            if (plan.acquire(endpoint)) {
                left--;
                endpoints.addLast(endpoint);
            }
            if (!endpoints.isEmpty()) {
                projects.addLast(endpoints);
            }
        }
        return plan.shares();
    }

    private Map<ProjectId, Deque<EndpointKey>> fairOrder(List<EndpointKey> due) {
        var shuffled = new ArrayList<>(due);
        Collections.shuffle(shuffled, random);
        var projectToEndpoints = new LinkedHashMap<ProjectId, Deque<EndpointKey>>();
        shuffled.forEach(endpoint -> projectToEndpoints
                .computeIfAbsent(endpoint.project(), ignored -> new ArrayDeque<>())
                .addLast(endpoint));
        return projectToEndpoints;
    }

    /** Counts calls in progress together with those about to be claimed. */
    private final class SharePlan {

        private final Map<ProjectId, Integer> ofProjects;
        private final Map<EndpointServer, Integer> ofServers;
        private final Map<EndpointKey, Integer> endpointToCalls;

        SharePlan(
                Map<ProjectId, Integer> ofProjects,
                Map<EndpointServer, Integer> ofServers,
                Map<EndpointKey, Integer> endpointToCalls) {
            this.ofProjects = ofProjects;
            this.ofServers = ofServers;
            this.endpointToCalls = endpointToCalls;
        }

        boolean acquire(EndpointKey endpoint) {
            var maxOfProject = Math.max(1, maxConcurrent / 2);
            if (ofProjects.getOrDefault(endpoint.project(), 0) >= maxOfProject
                    || ofServers.getOrDefault(endpoint.server(), 0) >= perServer) {
                return false;
            }
            ofProjects.merge(endpoint.project(), 1, Integer::sum);
            ofServers.merge(endpoint.server(), 1, Integer::sum);
            endpointToCalls.merge(endpoint, 1, Integer::sum);
            return true;
        }

        List<Share> shares() {
            return endpointToCalls.entrySet().stream()
                    .map(share -> new Share(share.getKey(), share.getValue()))
                    .toList();
        }
    }
}
