package io.godwit.delivery;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.AsyncLoop;
import io.godwit.core.AsyncLoop.Iteration;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.delivery.DestinationStore.AssignedNumber;
import io.godwit.delivery.DestinationStore.MovedPage;
import io.godwit.delivery.DestinationStore.NumberedSite;
import io.godwit.delivery.DestinationStore.RowCursor;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The sites that have a number of their own in the outbox ({@code outbox.destination}). A site gets one when more than
 * {@value #MAX_STARTS} emails to one of its domains started within an hour, and when an email to it had to wait;
 * emails that are queued already are then moved, a page at a time.
 *
 * <p>A number that is not used for a day is released. While no number is free, a site waits without one: its emails are claimed and put
 * back one by one.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class SiteRegistry {

    private static final int MAX_STARTS = 100;

    /** Rows of the outbox that are moved by one statement. */
    private static final int PAGE = 2_000;

    /** Max domains that are deleted by one statement. */
    private static final int MAX_EXPIRED = 10_000;

    /** The largest number of a site. The numbers have an end because a claim visits each that has emails. */
    private static final int MAX_NUMBERS = 1_000;

    private final Database database;
    private final int maxNumbers;
    private final DestinationStore store = new DestinationStore();
    private final Cache<String, AtomicInteger> domainToStarts = Caffeine.newBuilder()
            .maximumSize(100_000)
            .expireAfterWrite(Duration.ofHours(1))
            .build();

    /** The domains with the number of a site to which emails started since they were last noted. */
    private final Set<String> used = new HashSet<>();

    /** The domains that found no free number within the last minute; they do not ask again so soon. */
    private final Cache<String, Boolean> unnumbered = Caffeine.newBuilder()
            .maximumSize(100_000)
            .expireAfterWrite(Duration.ofMinutes(1))
            .build();

    /** The site of each domain that is to be assigned by the next run. */
    private final Map<String, String> pending = new LinkedHashMap<>();

    private Map<Short, String> numberToSite = Map.of();
    private Set<Short> retired = Set.of();

    /**
     * The numbers of domains as this node read and assigned them. A domain that another node has assigned since is assigned again when
     * an email to it counts, which changes nothing and tells its number.
     */
    private Map<String, Short> domainToNumber = new HashMap<>();

    private Optional<RowCursor> moving = Optional.empty();
    private boolean movingAgain;
    /**
     * True for a pass over all rows, because the ways emails leave have changed; else the pass looks at those without a number.
     */
    private boolean movesAll;

    private boolean skipped;
    private boolean repeated;
    private Runnable onPending = () -> {};

    SiteRegistry(Database database) {
        this(database, MAX_NUMBERS);
    }

    SiteRegistry(Database database, int maxNumbers) {
        this.database = database;
        this.maxNumbers = maxNumbers;
    }

    /** Calls the listener when an email had to wait for a site that has no number yet. */
    void onPending(Runnable listener) {
        onPending = listener;
    }

    /** Returns whether any site has a number. */
    boolean isUsed() {
        return !numberToSite.isEmpty();
    }

    /** Returns the site of a number; empty for a number that this node does not know yet. */
    Optional<String> site(short number) {
        return Optional.ofNullable(numberToSite.get(number));
    }

    Map<Short, String> numberToSite() {
        return numberToSite;
    }

    /** Counts an email that starts; beyond {@value #MAX_STARTS} within an hour its domain is assigned by the next run. */
    void started(String domain, String site) {
        if (domainToNumber.containsKey(domain)) {
            used.add(domain);
        }
        if (isMissing(domain, site)
                && domainToStarts.get(domain, ignored -> new AtomicInteger()).incrementAndGet() > MAX_STARTS) {
            pending.put(domain, site);
        }
    }

    /** Has the domain of an email that has to wait for its site assigned by the next run. */
    void waited(String domain, String site) {
        if (isMissing(domain, site) && pending.put(domain, site) == null) {
            onPending.run();
        }
    }

    private boolean isMissing(String domain, String site) {
        if (unnumbered.getIfPresent(domain) != null) {
            return false;
        }
        var number = domainToNumber.get(domain);
        return number == null || !site.equals(numberToSite.get(number));
    }

    /** Releases the numbers that no email has, of sites without traffic for a day, and deletes domains that nobody mails any more. */
    Future<Next> release() {
        return store.release(database.workers())
                .compose(ignored -> expireDomains(MAX_EXPIRED))
                .map(deleted -> deleted < MAX_EXPIRED ? Next.IDLE : Next.MORE);
    }

    /** Notes the uses since the last note; without it, those before a stop are lost. */
    Future<Void> noteUses() {
        return used.isEmpty() ? Future.succeededFuture() : expireDomains(0).mapEmpty();
    }

    /** Notes the uses, and deletes up to {@code max} domains without any for a month. */
    private Future<Integer> expireDomains(int max) {
        var mailed = List.copyOf(used);
        used.clear();
        return store.expireDomains(database.workers(), mailed, max).onFailure(ignored -> used.addAll(mailed));
    }

    /** Reads the domains of all nodes; there may be 100,000 of them. */
    Future<Next> readDomains() {
        return store.domains(database.workers())
                .onSuccess(domains -> domainToNumber = domains)
                .map(Next.IDLE);
    }

    /** Writes new numbers, reads the numbers of all nodes, and moves a page of rows. */
    Future<Next> run() {
        return assign().compose(ignored -> readSites())
                .compose(ignored -> moving.map(this::move).orElseGet(() -> Future.succeededFuture(Next.IDLE)));
    }

    /** Assigns the pending domains one after the other, also those that come meanwhile. */
    private Future<Void> assign() {
        return AsyncLoop.run(
                        0,
                        assigned -> pending.isEmpty()
                                ? Future.succeededFuture(Iteration.last(assigned))
                                : assignNext().map(ignored -> Iteration.more(assigned + 1)))
                .mapEmpty();
    }

    private Future<Void> assignNext() {
        var next = pending.entrySet().iterator().next();
        var domain = next.getKey();
        var site = next.getValue();
        pending.remove(domain);
        return store.number(database.workers(), site, maxNumbers)
                .compose(numbered -> numbered ? assign(domain, site) : withoutNumber(domain));
    }

    private Future<Void> assign(String domain, String site) {
        return store.assign(database.workers(), domain, site)
                .onSuccess(assigned -> assigned.ifPresent(one -> keep(domain, one)))
                .mapEmpty();
    }

    private void keep(String domain, AssignedNumber assigned) {
        domainToNumber.put(domain, assigned.number());
        if (assigned.changed()) {
            restart();
        }
    }

    private Future<Void> withoutNumber(String domain) {
        unnumbered.put(domain, Boolean.TRUE);
        return Future.succeededFuture();
    }

    /** Moves all emails that are queued already to the numbers their domains have now, by the next runs. */
    void restartMove() {
        movesAll = true;
        restart();
    }

    private void restart() {
        movingAgain = moving.isPresent();
        repeated = false;
        moving = moving.or(() -> Optional.of(RowCursor.START));
    }

    private Future<Next> move(RowCursor after) {
        return store.move(database.workers(), after, PAGE, movesAll).map(page -> {
            skipped |= page.filter(MovedPage::skipped).isPresent();
            moving = page.map(MovedPage::last);
            return page.isPresent() ? Next.MORE : endPass();
        });
    }

    /**
     * Looks for skipped rows once more, at the next poll. An email that was put back by a statement which did not see its number
     * yet could otherwise wait there for hours. Statements that begin later see it.
     */
    private Next endPass() {
        var next = movingAgain ? Next.MORE : Next.IDLE;
        if (movingAgain || (skipped && !repeated)) {
            moving = Optional.of(RowCursor.START);
            repeated = !movingAgain;
        } else {
            movesAll = false;
        }
        movingAgain = false;
        skipped = false;
        return next;
    }

    private Future<Void> readSites() {
        return store.sites(database.workers()).onSuccess(this::keep).mapEmpty();
    }

    /** The domains of a number are deleted when it is retired. */
    private void keep(List<NumberedSite> sites) {
        numberToSite = sites.stream().collect(toMap(NumberedSite::number, NumberedSite::site));
        var nowRetired = sites.stream()
                .filter(NumberedSite::retired)
                .map(NumberedSite::number)
                .collect(toSet());
        if (!nowRetired.equals(retired)) {
            retired = nowRetired;
            domainToNumber.values().removeIf(retired::contains);
        }
    }
}
