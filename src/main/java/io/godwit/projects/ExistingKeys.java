package io.godwit.projects;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.projects.ApiKeyStore.HashPrefixes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells the keys that exist from made-up ones without a query, by the first 64 bits of their hashes: so the look-up of a key
 * that exists never waits behind made-up ones. It decides nothing else. A key made by another node is missing for up to a
 * second; a revoked one stays until the node stops. Safe from any thread.
 */
final class ExistingKeys {

    /** Time between two readings of what other nodes have created. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Max keys read at the start, 16 MB; those beyond count as made up until they are used. */
    private static final int MAX_KEYS = 2_000_000;

    private static final OffsetDateTime EVER = OffsetDateTime.ofInstant(Instant.EPOCH, ZoneOffset.UTC);

    private final Set<Long> added = ConcurrentHashMap.newKeySet();
    private volatile long[] atStart = new long[0];
    private volatile OffsetDateTime readAt = EVER;

    boolean contains(ApiKeyHash hash) {
        return Arrays.binarySearch(atStart, hash.first()) >= 0 || added.contains(hash.first());
    }

    /** Adds a key, also one that is not committed yet. */
    void add(ApiKeyHash hash) {
        added.add(hash.first());
    }

    /** Completes when the keys in the database are known. */
    Future<Void> read(Database database) {
        return ApiKeyStore.prefixes(database.workers(), EVER, MAX_KEYS)
                .onSuccess(this::start)
                .mapEmpty();
    }

    private void start(HashPrefixes prefixes) {
        var numbers = numbers(prefixes);
        Arrays.sort(numbers);
        atStart = numbers;
        readAt = prefixes.readAt();
    }

    /** Begins to read the keys that other nodes create, on the caller's context; stop the loop to end it. */
    PollLoop follow(Vertx vertx, Database database) {
        return PollLoop.start(vertx, "projects-existing-keys", PAUSE, () -> readNew(database));
    }

    private Future<Next> readNew(Database database) {
        return database.availability().isUp()
                ? ApiKeyStore.prefixes(database.workers(), readAt, MAX_KEYS).map(this::addAll)
                : Future.succeededFuture(Next.IDLE);
    }

    private Next addAll(HashPrefixes prefixes) {
        for (var number : numbers(prefixes)) {
            added.add(number);
        }
        readAt = prefixes.readAt();
        return Next.IDLE;
    }

    private static long[] numbers(HashPrefixes prefixes) {
        var octets = ByteBuffer.wrap(prefixes.octets().getBytes()).asLongBuffer();
        var numbers = new long[octets.remaining()];
        octets.get(numbers);
        return numbers;
    }
}
