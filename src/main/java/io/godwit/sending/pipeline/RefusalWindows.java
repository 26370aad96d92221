package io.godwit.sending.pipeline;

import io.godwit.core.id.ProjectId;
import io.godwit.sending.pipeline.RefusalWindow.Reply;
import io.godwit.sending.queue.RefusalSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The last replies of the mail server to each project and to all of them: those to this node, and those to all nodes, so that a
 * refusal becomes common after the same number of recipients however many nodes share the mail. The replies to this node count
 * by themselves, too: where the server refuses one node alone, the acceptances of the others must not hide it. All its state
 * belongs to the context it is used on.
 */
final class RefusalWindows {

    private final RefusalSettings settings;
    private final ReplyExchange exchange;
    private final WindowSet here;
    private final WindowSet everywhere;
    private CommonRefusalListener listener = (project, pattern, reply) -> {};

    /** Hears of refusals that have become common by replies to other nodes; this node got them, too. */
    interface CommonRefusalListener {

        /**
         * Hears of one common refusal, and maybe of the same again.
         *
         * @param project empty when it is common to all projects
         * @param reply a reply of the kind to this node
         */
        void onCommon(Optional<ProjectId> project, String pattern, String reply);
    }

    /** The windows of one node, or of all. */
    private final class WindowSet {

        private final Map<ProjectId, RefusalWindow> projectToWindow = new HashMap<>();
        private final RefusalWindow allProjects = window(settings.projects());

        private void add(long now, Reply reply) {
            var window = projectToWindow.get(reply.project());
            if (window != null) {
                window.add(now, reply);
            } else if (!reply.isAcceptance()) {
                projectToWindow
                        .computeIfAbsent(reply.project(), ignored -> window(1))
                        .add(now, reply);
            }
        }

        private Stream<RefusalWindow> of(Optional<ProjectId> project) {
            return project.isEmpty() ? Stream.of(allProjects) : Stream.ofNullable(projectToWindow.get(project.get()));
        }

        private RefusalWindow window(int projects) {
            return new RefusalWindow(settings.recipients(), settings.domains(), projects, settings.window());
        }
    }

    RefusalWindows(RefusalSettings settings, ReplyExchange exchange) {
        this.settings = settings;
        this.exchange = exchange;
        this.here = new WindowSet();
        this.everywhere = new WindowSet();
    }

    /** Begins to hear of the replies to other nodes, on the caller's context. */
    void follow(CommonRefusalListener listener) {
        this.listener = listener;
        exchange.follow(this::addFromElsewhere);
    }

    /** Adds a reply of the mail server or of a mail host to a project's email. */
    void add(long now, Reply reply) {
        here.add(now, reply);
        everywhere.add(now, reply);
        if (counts(now, Optional.of(reply.project()))) {
            exchange.ofProject(reply);
        }
    }

    /** Adds a reply of the mail server, which all projects share. */
    void addOfServer(long now, Reply reply) {
        here.allProjects.add(now, reply);
        everywhere.allProjects.add(now, reply);
        if (counts(now, Optional.empty())) {
            exchange.ofServer(reply);
        }
    }

    private boolean counts(long now, Optional<ProjectId> project) {
        return everywhere.of(project).anyMatch(window -> window.hasRefusal(now));
    }

    /** Returns whether the refusal is common to a project's emails, or without one to those of all projects. */
    boolean isCommon(long now, Optional<ProjectId> project, String pattern) {
        return of(project).anyMatch(window -> window.isCommon(now, pattern));
    }

    /** Returns whether the refusal may become common to the project's emails. */
    boolean maySpread(long now, ProjectId project, String pattern) {
        return of(Optional.of(project)).anyMatch(window -> window.maySpread(now, pattern));
    }

    /** Returns the projects whose emails from this node got the refusal within the window. */
    List<ProjectId> refused(long now, String pattern) {
        return here.projectToWindow.entrySet().stream()
                .filter(entry -> entry.getValue().textOf(now, pattern).isPresent())
                .map(Map.Entry::getKey)
                .toList();
    }

    private Stream<RefusalWindow> of(Optional<ProjectId> project) {
        return Stream.concat(here.of(project), everywhere.of(project));
    }

    /** Forgets the replies to a project, whose mail is accepted again. */
    void remove(ProjectId project) {
        here.projectToWindow.remove(project);
        everywhere.projectToWindow.remove(project);
    }

    /** Forgets the replies to all projects together, because the mail server accepts emails again. */
    void clearAllProjects() {
        here.allProjects.clear();
        everywhere.allProjects.clear();
    }

    void deleteExpired(long now) {
        here.projectToWindow.values().removeIf(window -> window.isOver(now));
        everywhere.projectToWindow.values().removeIf(window -> window.isOver(now));
    }

    private void addFromElsewhere(List<Reply> ofProjects, List<Reply> ofServer) {
        var now = System.nanoTime();
        ofProjects.forEach(reply -> everywhere.add(now, reply));
        ofServer.forEach(reply -> everywhere.allProjects.add(now, reply));
        ofProjects.forEach(reply -> notify(now, Optional.of(reply.project()), reply.pattern()));
        ofServer.forEach(reply -> notify(now, Optional.empty(), reply.pattern()));
    }

    /** A node that never got the refusal leaves the decision to those that did. */
    private void notify(long now, Optional<ProjectId> project, String pattern) {
        if (!pattern.isEmpty()) {
            here.of(project)
                    .flatMap(window -> window.textOf(now, pattern).stream())
                    .filter(ignored -> isCommon(now, project, pattern))
                    .findFirst()
                    .ifPresent(text -> listener.onCommon(project, pattern, text));
        }
    }
}
