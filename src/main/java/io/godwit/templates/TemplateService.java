package io.godwit.templates;

import io.godwit.core.CopyName;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.TemplateId;
import io.godwit.db.Database;
import io.godwit.templates.TemplateUsages.Uses;
import io.godwit.web.ExpectedVersion;
import io.godwit.web.Query;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lists, creates, changes, copies and deletes the templates of a project. */
final class TemplateService {

    private final Database database;
    private final TemplateCache templates;
    private final TemplateUsages usages;
    private final CursorCodec cursors;
    private final TemplateStore store = new TemplateStore();

    TemplateService(Database database, TemplateCache templates, TemplateUsages usages, CursorCodec cursors) {
        this.database = database;
        this.templates = templates;
        this.usages = usages;
        this.cursors = cursors;
    }

    /** Returns the cursors of a list of templates. */
    Listing listing(Tenant tenant, Query query) {
        return cursors.listing(TemplateRoutes.LIST, tenant.project(), query);
    }

    /** Reads a page by its number, which begins with 1. */
    Future<TemplateListResponse> page(Tenant tenant, Listing listing, TemplateFilter filter, int page, int size) {
        var db = database.requests();
        var total = store.count(db, tenant, filter);
        return store.list(db, tenant, filter, (page - 1) * size, size + 1)
                .compose(
                        found -> total.map(count -> new Found(found, size).list(tenant, listing, filter, count, page)));
    }

    /** Reads the page behind a cursor; throws a 422 for a cursor that is none. */
    Future<TemplateListResponse> page(Tenant tenant, Listing listing, TemplateFilter filter, String cursor, int size) {
        var last = listing.read(cursor);
        return store.listAfter(database.requests(), tenant, filter, last, size + 1)
                .map(found -> new Found(found, size).list(tenant, listing, filter, 0, 0));
    }

    /** The rows of a page, and one more when the listing goes on. */
    private static final class Found {

        private final List<Template> page;
        private final boolean hasMore;
        private final int size;

        private Found(List<Template> rows, int size) {
            this.page = rows.subList(0, Math.min(size, rows.size()));
            this.hasMore = rows.size() > size;
            this.size = size;
        }

        private TemplateListResponse list(
                Tenant tenant, Listing listing, TemplateFilter filter, long total, int number) {
            var items = page.stream()
                    .map(template -> TemplateResponse.listed(tenant.project(), template))
                    .toList();
            return TemplateListResponse.of(items, total, number, size, cursor(listing, filter), hasMore);
        }

        private Optional<String> cursor(Listing listing, TemplateFilter filter) {
            if (!hasMore) {
                return Optional.empty();
            }
            var last = page.get(page.size() - 1);
            var position = new Position(
                    TemplateQuery.sortKey(filter.order().key(), last), last.id().value());
            return Optional.of(listing.write(position));
        }
    }

    Future<Template> insert(SqlClient tx, Tenant tenant, TemplateRequest request) {
        return store.insert(tx, tenant, new TemplateId(Ids.next()), request);
    }

    /**
     * Changes a template; fails with {@code TEMPLATE_NOT_FOUND}, and as {@link ExpectedVersion#require} tells for another version.
     */
    Future<Template> change(Tenant tenant, TemplateId id, TemplateChange change, ExpectedVersion expected) {
        return store.update(database.requests(), tenant, id, change, expected)
                .compose(changed -> changed.map(Future::succeededFuture).orElseGet(() -> refused(tenant, id, expected)))
                .onComplete(ignored -> templates.evict(tenant, Set.of(id)));
    }

    private Future<Template> refused(Tenant tenant, TemplateId id, ExpectedVersion expected) {
        return stored(tenant, id).map(template -> {
            expected.require(template.version());
            throw TemplateCache.notFound(id.toString());
        });
    }

    /** Reads a template past the cache; fails with {@code TEMPLATE_NOT_FOUND}. */
    Future<Template> stored(Tenant tenant, TemplateId id) {
        return store.find(database.requests(), tenant, id)
                .map(found -> found.orElseThrow(() -> TemplateCache.notFound(id.toString())));
    }

    /** Copies a template; fails with {@code TEMPLATE_NOT_FOUND}. */
    Future<Template> copy(SqlClient tx, Tenant tenant, TemplateId id) {
        return store.find(tx, tenant, id)
                .map(found -> found.orElseThrow(() -> TemplateCache.notFound(id.toString())))
                .compose(source -> store.copy(
                        tx,
                        tenant,
                        id,
                        new TemplateId(Ids.next()),
                        CopyName.of(source.name(), TemplateFieldReader.MAX_NAME)))
                .map(copy -> copy.orElseThrow(() -> TemplateCache.notFound(id.toString())));
    }

    /** Deletes all of the templates or none: fails with {@code TEMPLATE_NOT_FOUND}, and with {@code CONFLICT} when a workflow sends one. */
    Future<Void> delete(Tenant tenant, Set<TemplateId> ids) {
        return database.transaction(tx -> store.lock(tx, tenant, ids)
                        .compose(locked -> requireAll(ids, locked))
                        .compose(ignored -> usages.usages(tx, tenant, ids))
                        .compose(TemplateService::requireUnused)
                        .compose(ignored -> store.delete(tx, tenant, ids)))
                .onComplete(ignored -> templates.evict(tenant, ids));
    }

    private static Future<Void> requireAll(Set<TemplateId> ids, Set<TemplateId> found) {
        return ids.stream()
                .filter(id -> !found.contains(id))
                .findFirst()
                .map(missing -> Future.<Void>failedFuture(TemplateCache.notFound(missing.toString())))
                .orElseGet(Future::succeededFuture);
    }

    private static Future<Void> requireUnused(Uses uses) {
        return uses.workflowSteps().stream()
                .findFirst()
                .map(step -> Future.<Void>failedFuture(Failure.of(
                        Kind.CONFLICT,
                        "The workflow \"" + step.workflowName() + "\" sends this template; take it out there first")))
                .orElseGet(Future::succeededFuture);
    }

    /** Finds the usages of a template; fails with {@code TEMPLATE_NOT_FOUND}. */
    Future<Uses> uses(Tenant tenant, TemplateId id) {
        return templates.fetch(tenant, id).compose(ignored -> usages.usages(database.requests(), tenant, Set.of(id)));
    }
}
