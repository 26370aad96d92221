package io.godwit.dns;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.netty.handler.codec.dns.DnsRecordType;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Looks names up. Every answer is a {@link Lookup}: no method here fails, and each completes within
 * {@link DnsSettings#lookupTimeout} on the caller's context. Answers are kept for their time to live, at least 30 s and at
 * most 1 h; "unknown" for 5 s. Names are plain ASCII (A-labels), with or without the final dot.
 */
public final class Dns {

    private static final int CACHED_ANSWERS = 20_000;

    private record Question(String name, DnsRecordType type) {}

    private final Vertx vertx;
    private final DnsSettings settings;
    private final NameServers servers;
    private final Slots slots;
    private final AsyncCache<Question, Reply> cache = Caffeine.newBuilder()
            .maximumSize(CACHED_ANSWERS)
            .expireAfter(Expiry.creating((Question question, Reply reply) -> reply.lifetime()))
            .buildAsync();

    public Dns(Vertx vertx, DnsSettings settings) {
        this.vertx = vertx;
        this.settings = settings;
        this.servers = new NameServers(settings);
        this.slots = new Slots(settings.maxInFlight());
    }

    /** The hosts that take mail for {@code name}, in the order of the answer. */
    public Future<Lookup<Mx>> mx(String name) {
        return ask(name, DnsRecordType.MX, resource -> new Mx(resource.number(), resource.text()));
    }

    /** Each record's strings joined. */
    public Future<Lookup<String>> txt(String name) {
        return ask(name, DnsRecordType.TXT, Resource::text);
    }

    /** The name {@code name} is an alias of, in lower case, without the final dot. */
    public Future<Lookup<String>> cname(String name) {
        return ask(name, DnsRecordType.CNAME, Resource::text);
    }

    /** The name servers of the zone that begins at {@code name}. */
    public Future<Lookup<String>> ns(String name) {
        return ask(name, DnsRecordType.NS, Resource::text);
    }

    /** The owner of the zone that begins at {@code name}, which is {@code name} itself or what it is an alias of. */
    public Future<Lookup<String>> soa(String name) {
        return ask(name, DnsRecordType.SOA, Resource::text);
    }

    public Future<Lookup<InetAddress>> a(String name) {
        return ask(name, DnsRecordType.A, resource -> resource.address().orElseThrow());
    }

    public Future<Lookup<InetAddress>> aaaa(String name) {
        return ask(name, DnsRecordType.AAAA, resource -> resource.address().orElseThrow());
    }

    /** Forgets what is cached, so that a check somebody asked for sees the records as they are now. */
    public void forget(String name) {
        var owner = normal(name);
        cache.synchronous().asMap().keySet().removeIf(question -> question.name()
                .equals(owner));
    }

    /** Completes when the sockets are closed. */
    public Future<Void> close() {
        Promise<Void> closed = Promise.promise();
        servers.close().addListener(ended -> closed.complete());
        return closed.future();
    }

    private <T> Future<Lookup<T>> ask(String name, DnsRecordType type, Function<Resource, T> mapper) {
        var question = new Question(normal(name), type);
        var reply = cache.get(question, (asked, executor) -> fetch(asked));
        return Future.fromCompletionStage(reply, vertx.getOrCreateContext())
                .map(answer -> answer.lookup().map(mapper));
    }

    private CompletableFuture<Reply> fetch(Question question) {
        return slots.ask(settings.lookupTimeout(), () -> servers.ask(question.name(), question.type()));
    }

    private static String normal(String name) {
        return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
    }
}
