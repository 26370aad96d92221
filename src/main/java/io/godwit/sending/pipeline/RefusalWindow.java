package io.godwit.sending.pipeline;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ProjectId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;

/**
 * Keeps the last replies of the mail server to one project, or to all. A refusal is common when it makes up at least half of
 * them: twice as many replies are kept as the configured number of recipients.
 */
final class RefusalWindow {

    private record Answer(long at, String pattern, EmailAddress recipient, ProjectId project) {}

    private static final String ACCEPTED = "";

    private final int recipients;
    private final int domains;
    private final int projects;
    private final Duration length;
    private final ArrayDeque<Answer> answers = new ArrayDeque<>();

    RefusalWindow(int recipients, int domains, int projects, Duration length) {
        this.recipients = recipients;
        this.domains = domains;
        this.projects = projects;
        this.length = length;
    }

    void accepted(long now, ProjectId project, EmailAddress recipient) {
        if (!answers.isEmpty()) {
            add(new Answer(now, ACCEPTED, recipient, project));
        }
    }

    /** Adds a refusal; returns whether it has become common with this one. */
    boolean refused(long now, String pattern, ProjectId project, EmailAddress recipient) {
        add(new Answer(now, pattern, recipient, project));
        var recipientSet = new HashSet<EmailAddress>();
        var hosts = new HashSet<String>();
        var owners = new HashSet<ProjectId>();
        for (var answer : answers) {
            if (answer.pattern().equals(pattern) && now - answer.at() <= length.toNanos()) {
                recipientSet.add(answer.recipient());
                hosts.add(answer.recipient().domain());
                owners.add(answer.project());
            }
        }
        return recipientSet.size() >= recipients && hosts.size() >= domains && owners.size() >= projects;
    }

    /**
     * Returns whether the refusal may become common: recipients of several domains got it within the window, and no more than as
     * many other replies came.
     */
    boolean maySpread(long now, String pattern) {
        var hosts = new HashSet<String>();
        var same = 0;
        var others = 0;
        for (var answer : answers) {
            if (now - answer.at() > length.toNanos()) {
                continue;
            }
            if (answer.pattern().equals(pattern)) {
                same++;
                hosts.add(answer.recipient().domain());
            } else {
                others++;
            }
        }
        return hosts.size() > 1 && same >= others;
    }

    /** Returns whether the last reply is older than the window. */
    boolean isOver(long now) {
        return answers.isEmpty() || now - answers.getLast().at() > length.toNanos();
    }

    void clear() {
        answers.clear();
    }

    private void add(Answer answer) {
        answers.add(answer);
        if (answers.size() > 2 * recipients) {
            answers.remove();
        }
    }
}
