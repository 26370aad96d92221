package io.godwit.templates;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Finds stored templates and caches them for two seconds. Safe to use from any context. */
public final class TemplateCache {

    /**
     * The longest time a change may go unseen, the same as a poll interval. A busy project reads a template once in this time,
     * not once for each send.
     */
    private static final Duration TRUSTED = Duration.ofSeconds(2);

    /** Characters of all cached templates together. */
    private static final long MAX_CHARACTERS = 16 << 20;

    private final Database database;
    private final TemplateStore store = new TemplateStore();
    private final TemplateSenderStore senders = new TemplateSenderStore();
    private final Cache<Key, Template> cache = Caffeine.newBuilder()
            .expireAfterWrite(TRUSTED)
            .maximumWeight(MAX_CHARACTERS)
            .weigher((Key ignored, Template template) ->
                    template.body().length() + template.subject().length())
            .build();

    public TemplateCache(Database database) {
        this.database = database;
    }

    private record Key(ProjectId project, TemplateId id) {}

    /** Fails with {@code TEMPLATE_NOT_FOUND} for an unknown or foreign id. What it answers is at most 2 s old. */
    public Future<Template> find(Tenant tenant, TemplateId id) {
        var key = new Key(tenant.project(), id);
        var cached = cache.getIfPresent(key);
        return cached == null
                ? fetch(tenant, id).onSuccess(template -> cache.put(key, template))
                : Future.succeededFuture(cached);
    }

    /** Reads the template as it is now; fails with {@code TEMPLATE_NOT_FOUND}. */
    public Future<Template> fetch(Tenant tenant, TemplateId id) {
        return store.find(database.requests(), tenant, id)
                .map(found -> found.orElseThrow(() -> notFound(id.toString())));
    }

    /** A template with a sender of its own. */
    public record Sender(UUID id, String name) {}

    /**
     * Returns the newest hundred templates whose sender is at the domain.
     *
     * @param includeSubdomains also at names below it
     */
    public Future<List<Sender>> sendingFrom(SqlClient tx, Tenant tenant, String domain, boolean includeSubdomains) {
        return senders.sendingFrom(tx, tenant, domain, includeSubdomains);
    }

    /** For a template this node has just changed or deleted; other nodes trust what they know for 2 s. */
    void evict(Tenant tenant, Collection<TemplateId> ids) {
        ids.forEach(id -> cache.invalidate(new Key(tenant.project(), id)));
    }

    /** The answer to an id that is unknown, foreign or none. */
    public static Failure notFound(String id) {
        return Failure.notFound(Kind.TEMPLATE_NOT_FOUND, "Template", id);
    }
}
