package io.godwit.delivery.shaping;

import io.godwit.bounces.RefusalClass;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.queue.LaneScheduler;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.UUID;

/** The delivery of one source to one site in a simulation: a queue, connections, and the decisions of traffic shaping. */
final class SimulatedSender {

    private final class Connection {
        int mails;
        Instant usedAt = simulation.now();
    }

    private static final Duration IDLE = Duration.ofSeconds(60);

    private static final short DESTINATION = 1;

    private final DeliverySimulation simulation;
    private final Pacing pacing;
    private final ShapedSite site;
    private final SimulatedSite model;
    private final ShapingRules rules = ShapingRules.standard();
    private final Random random = new Random(11);
    private final Map<Lane, PriorityQueue<SimulatedMail>> queues = new LinkedHashMap<>();
    private final LaneScheduler lanes = new LaneScheduler();
    private final Map<SmtpReply, ShapedRefusal> replyToRefusal = new HashMap<>();
    private final Deque<Connection> idle = new ArrayDeque<>();
    private int opening;
    private Instant wakeAt = Instant.MAX;
    private Instant closedUntil = Instant.EPOCH;
    private int numbers;
    private int endless = -1;
    private int unstarted;

    int enqueued;
    int accepted;
    int acceptedTwice;
    int failed;
    int inFlight;
    int acceptedAfterWarmup;
    Instant countFrom = DeliverySimulation.START.plus(Duration.ofMinutes(30));
    final List<Duration> transactionalWaits = new ArrayList<>();
    final Map<Integer, Integer> projectToAccepted = new HashMap<>();

    SimulatedSender(DeliverySimulation simulation, Pacing pacing, ShapedSite site, SimulatedSite model) {
        this.simulation = simulation;
        this.pacing = pacing;
        this.site = site;
        this.model = model;
    }

    SimulatedMail enqueue(int project, int lane) {
        var mail = new SimulatedMail(++numbers, project, lane, simulation.now());
        enqueued++;
        put(mail);
        simulation.after(Duration.ZERO, this::pump);
        return mail;
    }

    SimulatedSender backlog(int count, int project, int lane) {
        for (var number = 0; number < count; number++) {
            enqueue(project, lane);
        }
        return this;
    }

    /** A campaign without an end: there is always one more email due. */
    SimulatedSender endlessBacklog(int project) {
        endless = project;
        refill();
        simulation.after(Duration.ZERO, this::pump);
        return this;
    }

    private void refill() {
        while (unstarted < 20) {
            enqueued++;
            unstarted++;
            put(new SimulatedMail(++numbers, endless, 2, DeliverySimulation.START));
        }
    }

    /** Emails that come one by one at a steady rate. */
    SimulatedSender arrivals(double perHour, int project, int lane) {
        var gap = Duration.ofNanos((long) (3.6e12 / perHour));
        simulation.after(gap, () -> {
            enqueue(project, lane);
            arrivals(perHour, project, lane);
        });
        return this;
    }

    /** The time within which 99 of 100 transactional emails started. */
    Duration transactionalWait() {
        var sorted = transactionalWaits.stream().sorted().toList();
        return sorted.get(sorted.size() * 99 / 100);
    }

    int queued() {
        return queues.values().stream().mapToInt(PriorityQueue::size).sum();
    }

    private PriorityQueue<SimulatedMail> newQueue(Lane lane) {
        lanes.add(List.of(lane));
        return new PriorityQueue<>(
                Comparator.<SimulatedMail, Instant>comparing(mail -> mail.dueAt).thenComparing(mail -> mail.number));
    }

    private void put(SimulatedMail mail) {
        queues.computeIfAbsent(new Lane(new UUID(0, mail.project), (short) mail.lane, DESTINATION), this::newQueue)
                .add(mail);
    }

    private boolean isDue(Lane lane) {
        var queue = queues.get(lane);
        return queue != null && !queue.isEmpty() && !queue.peek().dueAt.isAfter(simulation.now());
    }

    private void wakeAt(Instant time) {
        if (time.isBefore(wakeAt)) {
            wakeAt = time;
            simulation.at(time, () -> {
                if (!simulation.now().isBefore(wakeAt)) {
                    wakeAt = Instant.MAX;
                    pump();
                }
            });
        }
    }

    private void pump() {
        closeIdle();
        if (endless >= 0) {
            refill();
        }
        while (startOne()) {
            // As many as start now.
        }
        for (var queue : queues.values()) {
            if (!queue.isEmpty() && queue.peek().dueAt.isAfter(simulation.now())) {
                wakeAt(queue.peek().dueAt);
            }
        }
    }

    private int available(Lane lane) {
        return pacing.available(
                site,
                new TrafficRequest(lane.lane(), SimulatedMail.senderDomain((int)
                        lane.project().getLeastSignificantBits())),
                simulation.now());
    }

    /** Starts an email, or a connection for it; returns whether another may start. */
    private boolean startOne() {
        var due = firstDue();
        if (due.isEmpty()) {
            return false;
        }
        if (idle.isEmpty()) {
            return connectFor(due.get());
        }
        var next = lanes.nextShares(1, this::isDue, this::available);
        if (next.isEmpty()) {
            wakeForPermit(due.get());
            return false;
        }
        return start(next.get(0).lane());
    }

    /** The due lane that may use the reserve, where there is one. */
    private Optional<Lane> firstDue() {
        var first = Optional.<Lane>empty();
        for (var lane : queues.keySet()) {
            if (isDue(lane) && (first.isEmpty() || lane.lane() < first.get().lane())) {
                first = Optional.of(lane);
            }
        }
        return first;
    }

    private boolean connectFor(Lane lane) {
        var available = available(lane);
        if (opening < available && connectOne()) {
            return true;
        }
        if (available == 0) {
            wakeForPermit(lane);
        } else {
            wakeAt(simulation.now().plusSeconds(1));
        }
        return false;
    }

    private boolean start(Lane lane) {
        var now = simulation.now();
        var mail = queues.get(lane).peek();
        var permit = pacing.tryStart(site, new TrafficRequest(lane.lane(), mail.senderDomain()), now);
        if (!permit.granted()) {
            held(permit);
            wakeAt(permit.notBefore().isAfter(now) ? permit.notBefore() : now.plusMillis(10));
            return false;
        }
        queues.get(lane).poll();
        if (!mail.started && mail.project == endless) {
            unstarted--;
        }
        mail.started = true;
        transmit(mail, idle.pollLast());
        return true;
    }

    private void wakeForPermit(Lane lane) {
        var mail = queues.get(lane).peek();
        var permit = pacing.tryStart(site, new TrafficRequest(lane.lane(), mail.senderDomain()), simulation.now());
        if (permit.granted()) {
            pacing.record(
                    site, ShapedOutcome.released(simulation.now(), mail.senderDomain()), lane.lane(), simulation.now());
            wakeAt(simulation.now().plusSeconds(1));
        } else {
            held(permit);
            wakeAt(
                    permit.notBefore().isAfter(simulation.now())
                            ? permit.notBefore()
                            : simulation.now().plusMillis(10));
        }
    }

    /** The site takes nothing for a while, other than that the rate is used up. */
    private void held(StartPermit permit) {
        var code = permit.hold().orElseThrow().code();
        if (code != Hold.Code.RATE
                && code != Hold.Code.CONNECTIONS
                && permit.notBefore().isAfter(closedUntil)) {
            closedUntil = permit.notBefore();
        }
    }

    private boolean connectOne() {
        var startedAt = simulation.now();
        if (!pacing.tryConnect(site, startedAt).granted()) {
            return false;
        }
        opening++;
        var greeting = model.connect(startedAt);
        simulation.after(greeting.after(), () -> {
            opening--;
            if (greeting.ready()) {
                pacing.connected(site);
                idle.addLast(new Connection());
            } else if (greeting.refusal().isPresent()) {
                var refusal = classified(greeting.refusal().get(), SmtpStage.CONNECT);
                pacing.connectRefused(site, refusal, startedAt, simulation.now());
            } else {
                pacing.connectFailed(site, "no answer", startedAt, simulation.now());
            }
            pump();
        });
        return true;
    }

    private void transmit(SimulatedMail mail, Connection connection) {
        var startedAt = simulation.now();
        if (mail.lane == 0 && mail.attempts == 0 && mail.enqueuedAt.isAfter(closedUntil)) {
            var waited = Duration.between(mail.enqueuedAt, startedAt);
            transactionalWaits.add(waited);
        }
        inFlight++;
        var reaction = model.offer(mail, connection.mails, startedAt);
        simulation.after(reaction.after(), () -> {
            inFlight--;
            ended(mail, connection, reaction, startedAt);
            pump();
        });
    }

    private void ended(SimulatedMail mail, Connection connection, SimulatedSite.SiteReply reaction, Instant startedAt) {
        var now = simulation.now();
        if (reaction.isAccepted()) {
            pacing.record(site, ShapedOutcome.accepted(startedAt, mail.senderDomain()), mail.lane, now);
            accepted(mail);
            connection.mails++;
            release(connection);
        } else if (reaction.reply().isEmpty()) {
            pacing.record(site, ShapedOutcome.broken(startedAt, mail.senderDomain(), connection.mails), mail.lane, now);
            close();
            mail.dueAt = now;
            put(mail);
        } else {
            refused(mail, connection, reaction, startedAt);
        }
    }

    private void accepted(SimulatedMail mail) {
        if (mail.ended) {
            acceptedTwice++;
        }
        mail.ended = true;
        accepted++;
        projectToAccepted.merge(mail.project, 1, Integer::sum);
        if (!simulation.now().isBefore(countFrom)) {
            acceptedAfterWarmup++;
        }
    }

    private void refused(
            SimulatedMail mail, Connection connection, SimulatedSite.SiteReply reaction, Instant startedAt) {
        var now = simulation.now();
        var reply = reaction.reply().orElseThrow();
        var refusal = classified(reply, reaction.stage());
        var advice = pacing.record(
                site, ShapedOutcome.refused(startedAt, mail.senderDomain(), refusal, connection.mails), mail.lane, now);
        if (reply.code() == 421) {
            close();
        } else {
            release(connection);
        }
        mail.attempts += advice.countsAttempt() ? 1 : 0;
        var kind = refusal.refusal().kind();
        if (refusal.refusal().permanent() && kind != RefusalClass.BLOCKED_SOURCE && kind != RefusalClass.RATE_LIMITED) {
            failed++;
            mail.ended = true;
            return;
        }
        mail.dueAt = now.plus(advice.after().orElseGet(() -> schedule(mail, kind)));
        put(mail);
    }

    /** Models repeat few replies, and to classify one takes longer than all else. */
    private ShapedRefusal classified(SmtpReply reply, SmtpStage stage) {
        return replyToRefusal.computeIfAbsent(reply, ignored -> ShapedRefusal.of(reply, stage, site, rules));
    }

    private Duration schedule(SimulatedMail mail, RefusalClass kind) {
        if (kind == RefusalClass.GREYLISTED) {
            return Duration.ofSeconds(new long[] {330, 900, 1_800, 3_600}[Math.min(3, mail.greylisted++)]);
        }
        return Duration.ofMinutes(kind == RefusalClass.FULL ? 60 : 5).plusSeconds(random.nextInt(60));
    }

    private void release(Connection connection) {
        connection.usedAt = simulation.now();
        if (connection.mails >= pacing.emailsPerConnection(site, simulation.now())) {
            close();
        } else {
            idle.addLast(connection);
        }
    }

    private void close() {
        model.open--;
        pacing.disconnected(site);
    }

    private void closeIdle() {
        while (!idle.isEmpty() && idle.peekFirst().usedAt.plus(IDLE).isBefore(simulation.now())) {
            idle.pollFirst();
            close();
        }
    }
}
