package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;

/** The connections of one source at one site, and the emails that each may carry, as the site's refusals teach them. */
final class ConnectionLimit {

    /** The time in which all connections were busy and none was refused before one more is tried. */
    private static final Duration QUIET = Duration.ofMinutes(10);

    /** The time a refused number is not tried again. */
    private static final Duration REFUSED_AGE = Duration.ofHours(1);

    /** The time a learned number of emails per connection is used. */
    private static final Duration EMAILS_AGE = Duration.ofDays(1);

    /** Connections that broke after the same number of emails, until that number is taken as the limit. */
    private static final int EQUAL_BREAKS = 2;

    private final SiteLimits limits;
    private int limit;
    private int open;
    private int opening;
    private Instant cutAt = Instant.EPOCH;
    private Instant busySince = Instant.MAX;
    private int emailsPerConnection;
    private Instant emailsLearnedAt = Instant.EPOCH;
    private int lastBreak = -1;
    private int equalBreaks;

    ConnectionLimit(SiteLimits limits) {
        this.limits = limits;
        limit = limits.connections();
        emailsPerConnection = limits.emailsPerConnection();
    }

    ConnectionLimit(SiteLimits limits, ShapingState.ConnectionState stored) {
        this(limits);
        limit = Math.max(1, Math.min(stored.limit(), limits.connections()));
        cutAt = stored.cutAt();
        emailsPerConnection = Math.max(1, Math.min(stored.emailsPerConnection(), limits.emailsPerConnection()));
        emailsLearnedAt = stored.emailsLearnedAt();
    }

    ShapingState.ConnectionState state() {
        return new ShapingState.ConnectionState(limit, cutAt, emailsPerConnection, emailsLearnedAt);
    }

    int limit() {
        return limit;
    }

    /** Returns whether the site has taught other numbers than the rules name. */
    boolean hasLearned() {
        return limit != limits.connections() || emailsPerConnection != limits.emailsPerConnection();
    }

    int open() {
        return open;
    }

    /** Returns the number of connections that are being opened; they count as open too. */
    int opening() {
        return opening;
    }

    boolean tryOpen(Instant now, int max) {
        advance(now);
        if (open >= Math.min(limit, max)) {
            return false;
        }
        open++;
        opening++;
        if (open >= limit) {
            busySince = now;
        }
        return true;
    }

    void established() {
        opening = Math.max(0, opening - 1);
    }

    /** A connection that was being opened was not established. */
    void notEstablished() {
        established();
        closed();
    }

    void closed() {
        open = Math.max(0, open - 1);
        busySince = Instant.MAX;
    }

    private void advance(Instant now) {
        var known = limit < limits.connections() && now.isAfter(cutAt.plus(REFUSED_AGE));
        if (known && !busySince.equals(Instant.MAX) && now.isAfter(busySince.plus(QUIET))) {
            limit++;
            busySince = Instant.MAX;
        }
    }

    /** The site refused a connection; those that are open beside it are what it takes. */
    void refused(Instant now) {
        var others = Math.max(1, open - 1);
        limit = now.isBefore(cutAt.plus(QUIET)) && others >= limit ? Math.max(1, limit / 2) : Math.min(limit, others);
        cutAt = now;
    }

    int emailsPerConnection(Instant now) {
        if (now.isAfter(emailsLearnedAt.plus(EMAILS_AGE))) {
            emailsPerConnection = limits.emailsPerConnection();
        }
        return emailsPerConnection;
    }

    /** The site refused an email because the connection had carried enough. */
    void tooManyEmails(int emailsBefore, Instant now) {
        emailsPerConnection = Math.max(1, Math.min(emailsBefore, emailsPerConnection(now)));
        emailsLearnedAt = now;
    }

    /** A connection ended without a word: when that repeats after the same number of emails, it is a limit. */
    void broken(int emailsBefore, Instant now) {
        equalBreaks = emailsBefore == lastBreak ? equalBreaks + 1 : 1;
        lastBreak = emailsBefore;
        if (emailsBefore > 0 && equalBreaks >= EQUAL_BREAKS) {
            tooManyEmails(emailsBefore, now);
        }
    }
}
