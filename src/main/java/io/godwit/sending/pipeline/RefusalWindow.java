package io.godwit.sending.pipeline;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ProjectId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;

/**
 * Keeps the last replies of the mail server to one project, or to all. A refusal is common when it makes up at least half of
 * them: twice as many replies are kept as the configured number of recipients.
 */
final class RefusalWindow {

    /**
     * A reply about one recipient.
     *
     * @param pattern the refusal without digits and addresses; empty for an acceptance
     * @param recipient a hash of the address
     * @param domain the domain of the address
     * @param text the reply itself; empty for one to another node
     */
    record Reply(String pattern, int recipient, String domain, ProjectId project, String text) {

        static Reply acceptance(ProjectId project, EmailAddress recipient) {
            return refusal("", project, recipient, "");
        }

        static Reply refusal(String pattern, ProjectId project, EmailAddress recipient, String text) {
            return new Reply(pattern, recipient.value().hashCode(), recipient.domain(), project, text);
        }

        boolean isAcceptance() {
            return pattern.isEmpty();
        }
    }

    private record TimedReply(long at, Reply reply) {}

    private final int recipients;
    private final int domains;
    private final int projects;
    private final Duration length;
    private final ArrayDeque<TimedReply> replies = new ArrayDeque<>();

    RefusalWindow(int recipients, int domains, int projects, Duration length) {
        this.recipients = recipients;
        this.domains = domains;
        this.projects = projects;
        this.length = length;
    }

    /** Adds a reply; an acceptance counts only beside refusals of the last {@code length}. */
    void add(long now, Reply reply) {
        if (reply.isAcceptance() && !hasRefusal(now)) {
            replies.clear();
            return;
        }
        replies.add(new TimedReply(now, reply));
        if (replies.size() > 2 * recipients) {
            replies.remove();
        }
    }

    /** Returns whether there are refusals that acceptances are to be weighed against. */
    boolean hasRefusal(long now) {
        return replies.stream().anyMatch(timed -> !timed.reply().isAcceptance() && isRecent(now, timed));
    }

    /** Returns whether enough recipients of different domains and projects got this refusal. */
    boolean isCommon(long now, String pattern) {
        var recipientSet = new HashSet<Integer>();
        var hosts = new HashSet<String>();
        var owners = new HashSet<ProjectId>();
        for (var timed : replies) {
            var reply = timed.reply();
            if (reply.pattern().equals(pattern) && isRecent(now, timed)) {
                recipientSet.add(reply.recipient());
                hosts.add(reply.domain());
                owners.add(reply.project());
            }
        }
        return recipientSet.size() >= recipients && hosts.size() >= domains && owners.size() >= projects;
    }

    /** Returns the reply with this refusal, if there was one. */
    Optional<String> textOf(long now, String pattern) {
        return replies.stream()
                .filter(timed -> timed.reply().pattern().equals(pattern) && isRecent(now, timed))
                .map(timed -> timed.reply().text())
                .findFirst();
    }

    /**
     * Returns whether the refusal may become common: recipients of several domains got it within the window, and no more than as
     * many other replies came.
     */
    boolean maySpread(long now, String pattern) {
        var hosts = new HashSet<String>();
        var same = 0;
        var others = 0;
        for (var timed : replies) {
            if (!isRecent(now, timed)) {
                continue;
            }
            if (timed.reply().pattern().equals(pattern)) {
                same++;
                hosts.add(timed.reply().domain());
            } else {
                others++;
            }
        }
        return hosts.size() > 1 && same >= others;
    }

    /** Returns whether the last reply is older than the window. */
    boolean isOver(long now) {
        return replies.isEmpty() || !isRecent(now, replies.getLast());
    }

    void clear() {
        replies.clear();
    }

    private boolean isRecent(long now, TimedReply timed) {
        return now - timed.at() <= length.toNanos();
    }
}
