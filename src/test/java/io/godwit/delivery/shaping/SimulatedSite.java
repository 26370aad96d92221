package io.godwit.delivery.shaping;

import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** A model of a mail system: it takes emails at a hidden rate, and refuses as real ones do. */
final class SimulatedSite {

    /** The reaction to an email: a reply at a stage after a time, or the end of the connection without one. */
    record SiteReply(Optional<SmtpReply> reply, SmtpStage stage, Duration after) {

        boolean isAccepted() {
            return reply.filter(found -> found.code() == 250).isPresent();
        }
    }

    /** The reaction to a connection: a greeting, a refusal, or nothing at all. */
    record SiteGreeting(boolean ready, Optional<SmtpReply> refusal, Duration after) {}

    enum Reachability {
        GREETS,
        DEAD,
        NEVER_GREETS,
        NO_DNS
    }

    private static final Duration PENALTY_WINDOW = Duration.ofMinutes(10);
    private static final Duration PENALTY = Duration.ofHours(1);
    private static final int PENALTY_REFUSALS = 60;

    private final Map<String, Optional<SmtpReply>> lineToReply = new HashMap<>();
    private final Instant start;
    private final Random random;
    private ToDoubleFunction<Duration> limit = age -> Double.MAX_VALUE;
    private boolean penalties;
    private int blockAfter = Integer.MAX_VALUE;
    private Duration blockFor = Duration.ZERO;
    private int maxConnections = Integer.MAX_VALUE;
    private int emailsPerConnection = Integer.MAX_VALUE;
    private boolean saysTooManyMails;
    private Duration greylist = Duration.ZERO;
    private boolean greylistsTriplets;
    private double faults;
    private Duration dotFrom = Duration.ofMillis(100);
    private Duration dotTo = Duration.ofMillis(300);
    private int contentProject = -1;
    private int fullMailbox = -1;
    private Optional<String> refusedGreeting = Optional.empty();
    Reachability reach = Reachability.GREETS;

    private double tokens = -1;
    private Instant filledAt;
    private final Deque<Instant> refusals = new ArrayDeque<>();
    private Instant penaltyUntil = Instant.EPOCH;
    private Instant blockedUntil = Instant.EPOCH;
    private final Map<Integer, Instant> firstSeen = new HashMap<>();
    int open;
    int accepted;
    int rateReplies;
    int attempts;
    int connects;
    int penaltyCount;
    int blocks;
    int whileBlocked;

    SimulatedSite(Instant start, long seed) {
        this.start = start;
        random = new Random(seed);
        filledAt = start;
    }

    static SimulatedSite at(Instant start) {
        return new SimulatedSite(start, 7);
    }

    SimulatedSite takes(double perHour) {
        return takes(age -> perHour);
    }

    SimulatedSite takes(ToDoubleFunction<Duration> perHour) {
        limit = perHour;
        return this;
    }

    SimulatedSite punishes() {
        penalties = true;
        return this;
    }

    SimulatedSite blocks(int afterRefusals, Duration time) {
        blockAfter = afterRefusals;
        blockFor = time;
        return this;
    }

    SimulatedSite connections(int max) {
        maxConnections = max;
        return this;
    }

    SimulatedSite emailsPerConnection(int max, boolean says) {
        emailsPerConnection = max;
        saysTooManyMails = says;
        return this;
    }

    SimulatedSite greylists(Duration time, boolean triplets) {
        greylist = time;
        greylistsTriplets = triplets;
        return this;
    }

    SimulatedSite faults(double share) {
        faults = share;
        return this;
    }

    SimulatedSite dot(Duration from, Duration to) {
        dotFrom = from;
        dotTo = to;
        return this;
    }

    SimulatedSite refusesContentOf(int project) {
        contentProject = project;
        return this;
    }

    SimulatedSite hasFullMailbox(int everyNth) {
        fullMailbox = everyNth;
        return this;
    }

    SimulatedSite blockedFor(Duration time) {
        blockedUntil = start.plus(time);
        return this;
    }

    SimulatedSite reach(Reachability how) {
        reach = how;
        return this;
    }

    /** Greets every connection with a refusal. */
    SimulatedSite refusesConnections(String line) {
        refusedGreeting = Optional.of(line);
        return this;
    }

    SimulatedSite takesConnections() {
        refusedGreeting = Optional.empty();
        return this;
    }

    /** Returns the emails that the site would have taken in the time, without its penalties. */
    double allowed(Instant from, Instant to) {
        var sum = 0.0;
        for (var at = from; at.isBefore(to); at = at.plusSeconds(60)) {
            sum += limit.applyAsDouble(Duration.between(start, at)) / 60;
        }
        return sum;
    }

    SiteGreeting connect(Instant now) {
        connects++;
        if (reach == Reachability.NEVER_GREETS) {
            return new SiteGreeting(false, Optional.empty(), Duration.ofMinutes(5));
        }
        if (reach != Reachability.GREETS) {
            return new SiteGreeting(false, Optional.empty(), Duration.ofSeconds(reach == Reachability.DEAD ? 30 : 1));
        }
        if (refusedGreeting.isPresent()) {
            return new SiteGreeting(false, reply(refusedGreeting.get()), Duration.ofMillis(100));
        }
        if (open >= maxConnections) {
            attempts++;
            rateReplies++;
            return new SiteGreeting(
                    false,
                    reply("421 4.7.0 Too many concurrent connections from your address, closing"),
                    Duration.ofMillis(100));
        }
        open++;
        return new SiteGreeting(true, Optional.empty(), Duration.ofMillis(200));
    }

    SiteReply offer(SimulatedMail mail, int emailsBefore, Instant now) {
        attempts++;
        if (emailsBefore >= emailsPerConnection) {
            return saysTooManyMails
                    ? rate("421 4.7.0 Max message per connection reached, closing", now)
                    : new SiteReply(Optional.empty(), SmtpStage.MAIL, Duration.ofMillis(50));
        }
        if (now.isBefore(blockedUntil)) {
            whileBlocked++;
            return refused(
                    "554 5.7.1 Service unavailable; client host [192.0.2.1] blocked using our list", SmtpStage.RCPT);
        }
        if (!greylist.isZero() && isGrey(mail, now)) {
            return refused("451 4.7.1 Greylisted, please try again later", SmtpStage.RCPT);
        }
        if (mail.project == contentProject) {
            return refused("554 5.7.1 Message rejected as spam", SmtpStage.DOT);
        }
        if (fullMailbox > 0 && mail.number % fullMailbox == 0) {
            return refused("452 4.2.2 The recipient's mailbox is over quota", SmtpStage.RCPT);
        }
        if (random.nextDouble() < faults) {
            return refused("451 4.3.0 Internal error, try again", SmtpStage.DOT);
        }
        fill(now);
        if (tokens < 1) {
            return rate("421 4.7.28 Unusual rate of mail from your network, try again later", now);
        }
        tokens -= 1;
        accepted++;
        var spread = dotTo.minus(dotFrom).toMillis();
        return new SiteReply(
                reply("250 2.0.0 Accepted"),
                SmtpStage.DOT,
                dotFrom.plusMillis(spread > 0 ? random.nextLong(spread) : 0));
    }

    private boolean isGrey(SimulatedMail mail, Instant now) {
        var first = firstSeen.computeIfAbsent(greylistsTriplets ? mail.number : 0, ignored -> now);
        return now.isBefore(first.plus(greylist));
    }

    private void fill(Instant now) {
        var perHour = limit.applyAsDouble(Duration.between(start, now)) / (now.isBefore(penaltyUntil) ? 4 : 1);
        var burst = Math.max(1, perHour / 60);
        var seconds = Duration.between(filledAt, now).toMillis() / 1e3;
        filledAt = now;
        tokens = tokens < 0 ? burst : Math.min(burst, tokens + perHour / 3_600 * seconds);
    }

    private SiteReply rate(String line, Instant now) {
        rateReplies++;
        refusals.addLast(now);
        while (refusals.getFirst().isBefore(now.minus(PENALTY_WINDOW))) {
            refusals.removeFirst();
        }
        if (penalties && refusals.size() > PENALTY_REFUSALS && !now.isBefore(penaltyUntil)) {
            penaltyUntil = now.plus(PENALTY);
            penaltyCount++;
        }
        if (refusals.size() > blockAfter) {
            blockedUntil = now.plus(blockFor);
            blocks++;
            refusals.clear();
        }
        return new SiteReply(reply(line), SmtpStage.MAIL, Duration.ofMillis(50));
    }

    private SiteReply refused(String line, SmtpStage stage) {
        return new SiteReply(reply(line), stage, Duration.ofMillis(100));
    }

    /** Models repeat few lines. */
    private Optional<SmtpReply> reply(String line) {
        return lineToReply.computeIfAbsent(line, SmtpReply::parse);
    }
}
