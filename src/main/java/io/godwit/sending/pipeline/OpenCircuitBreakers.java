package io.godwit.sending.pipeline;

import io.godwit.core.id.ProjectId;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.pipeline.RefusalCircuitBreakerStore.Open;
import io.godwit.sending.queue.OutboxClaimStore.Share;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The projects whose breaker is open, as this node knows them, and the emails that probe them: one at a time while the breaker is
 * open. All its state belongs to the context it is used on.
 */
final class OpenCircuitBreakers {

    /** The projects of which one email may be claimed now. */
    private final Set<ProjectId> probing = new HashSet<>();

    private final Set<ClaimedEmail> probes = new HashSet<>();

    /** The projects whose breaker this node is just opening: it has no row yet. */
    private final Set<ProjectId> opening = new HashSet<>();

    private Map<ProjectId, Open> projectToBreaker = Map.of();

    int size() {
        return projectToBreaker.size();
    }

    boolean contains(ProjectId project) {
        return projectToBreaker.containsKey(project);
    }

    Optional<Open> find(ProjectId project) {
        return Optional.ofNullable(projectToBreaker.get(project));
    }

    /** Returns whether emails of the lane may be claimed: always, unless its project's breaker is open and no probe is due. */
    boolean mayGo(Lane lane) {
        var project = new ProjectId(lane.project());
        return !contains(project) || probing.contains(project);
    }

    /** Returns the shares, cut to one email for each project that is probed, which uses its probe up. */
    List<Share> limitToProbes(List<Share> shares) {
        return projectToBreaker.isEmpty()
                ? shares
                : shares.stream()
                        .filter(share -> mayGo(share.lane()))
                        .map(share -> probing.remove(new ProjectId(share.lane().project()))
                                ? new Share(share.lane(), 1)
                                : share)
                        .toList();
    }

    /** Marks claimed emails of projects whose breaker is open as probes. */
    void claimed(List<ClaimedEmail> allClaimed) {
        if (!projectToBreaker.isEmpty()) {
            allClaimed.stream().filter(claimed -> contains(claimed.project())).forEach(probes::add);
        }
    }

    /** Returns whether the breaker is open for this email: claimed before its project's breaker opened, it has to be released. */
    boolean isOpen(ClaimedEmail claimed) {
        return contains(claimed.project()) && !probes.contains(claimed);
    }

    /** Notes that the attempt of an email has ended; returns whether it was a probe. */
    boolean ended(ClaimedEmail claimed) {
        return probes.remove(claimed);
    }

    /** Adds a breaker whose row this node is about to write, until {@link #opened}. */
    void open(Open breaker) {
        opening.add(breaker.project());
        var known = new HashMap<>(projectToBreaker);
        known.put(breaker.project(), breaker);
        projectToBreaker = known;
    }

    /** Notes that the row of the project's breaker is written, or could not be. */
    void opened(ProjectId project) {
        opening.remove(project);
    }

    void close(ProjectId project) {
        var known = new HashMap<>(projectToBreaker);
        known.remove(project);
        projectToBreaker = known;
    }

    /** Allows one more email of each of these projects. */
    void probe(Collection<ProjectId> projects) {
        probing.addAll(projects);
    }

    /**
     * Replaces the breakers by those that have a row, except those this node is just opening. Returns the projects whose breaker
     * another node has closed.
     */
    List<ProjectId> replace(Map<ProjectId, Open> stored) {
        var known = new HashMap<>(stored);
        projectToBreaker.values().stream()
                .filter(breaker -> opening.contains(breaker.project()))
                .forEach(breaker -> known.putIfAbsent(breaker.project(), breaker));
        var closed = projectToBreaker.keySet().stream()
                .filter(project -> !known.containsKey(project))
                .toList();
        projectToBreaker = known;
        probing.retainAll(known.keySet());
        return closed;
    }
}
