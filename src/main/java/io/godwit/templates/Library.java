package io.godwit.templates;

import io.godwit.core.CopyName;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.templates.References.Uses;
import io.godwit.web.Cursors;
import io.godwit.web.Cursors.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The templates of a project as those who keep them see them: lists, changes, copies, deletions. */
final class Library {

    private final Database database;
    private final Templates templates;
    private final References references;
    private final Cursors cursors;
    private final TemplateStore store = new TemplateStore();

    Library(Database database, Templates templates, References references, Cursors cursors) {
        this.database = database;
        this.templates = templates;
        this.references = references;
        this.cursors = cursors;
    }

    /** A page by its number. */
    Future<TemplateList> page(Tenant tenant, TemplateFilter filter, int page, int size) {
        var db = database.requests();
        var total = store.count(db, tenant, filter);
        return store.list(db, tenant, filter, (page - 1) * size, size + 1)
                .compose(found -> total.map(count -> new Found(found, size).list(tenant, filter, count, page)));
    }

    /** The page behind a cursor. */
    Future<TemplateList> page(Tenant tenant, TemplateFilter filter, String cursor, int size) {
        var last = cursors.read(endpoint(filter), tenant.project(), cursor);
        return store.listBehind(database.requests(), tenant, filter, last, size + 1)
                .map(found -> new Found(found, size).list(tenant, filter, 0, 0));
    }

    private static String endpoint(TemplateFilter filter) {
        return TemplateRoutes.LIST + ' ' + filter.order();
    }

    /** The rows of a page, and one more when the listing goes on. */
    private final class Found {

        private final List<Template> page;
        private final boolean hasMore;
        private final int size;

        private Found(List<Template> rows, int size) {
            this.page = rows.subList(0, Math.min(size, rows.size()));
            this.hasMore = rows.size() > size;
            this.size = size;
        }

        private TemplateList list(Tenant tenant, TemplateFilter filter, long total, int number) {
            var items = page.stream()
                    .map(template -> TemplateAnswer.listed(tenant.project(), template))
                    .toList();
            return TemplateList.of(items, total, number, size, cursor(tenant, filter), hasMore);
        }

        private Optional<String> cursor(Tenant tenant, TemplateFilter filter) {
            if (!hasMore) {
                return Optional.empty();
            }
            var last = page.get(page.size() - 1);
            var position = new Position(
                    TemplateWhereStore.sortKey(filter.sort(), last), last.id().value());
            return Optional.of(cursors.write(endpoint(filter), tenant.project(), position));
        }
    }

    Future<Template> insert(SqlClient tx, Tenant tenant, TemplateRequest request) {
        return store.insert(tx, tenant, new TemplateId(Ids.next()), request);
    }

    /** Fails with {@code TEMPLATE_NOT_FOUND}. */
    Future<Template> change(Tenant tenant, TemplateId id, TemplateChange change) {
        return store.update(database.requests(), tenant, id, change)
                .map(changed -> changed.orElseThrow(() -> Templates.notFound(id.toString())))
                .onComplete(done -> templates.forget(tenant, Set.of(id)));
    }

    /** Fails with {@code TEMPLATE_NOT_FOUND}. */
    Future<Template> copy(SqlClient tx, Tenant tenant, TemplateId id) {
        return store.find(tx, tenant, id)
                .map(found -> found.orElseThrow(() -> Templates.notFound(id.toString())))
                .compose(source -> store.copy(
                        tx,
                        tenant,
                        id,
                        new TemplateId(Ids.next()),
                        CopyName.of(source.name(), TemplateFields.MAX_NAME)))
                .map(copy -> copy.orElseThrow(() -> Templates.notFound(id.toString())));
    }

    /** All of them or none: fails with {@code TEMPLATE_NOT_FOUND}, and with {@code CONFLICT} when a workflow sends one. */
    Future<Void> delete(Tenant tenant, Set<TemplateId> ids) {
        return database.transaction(tx -> store.lock(tx, tenant, ids)
                        .compose(locked -> requireAll(ids, locked))
                        .compose(all -> references.of(tx, tenant, ids))
                        .compose(Library::requireUnused)
                        .compose(unused -> store.delete(tx, tenant, ids)))
                .onComplete(done -> templates.forget(tenant, ids));
    }

    private static Future<Void> requireAll(Set<TemplateId> asked, Set<TemplateId> found) {
        return asked.stream()
                .filter(id -> !found.contains(id))
                .findFirst()
                .map(missing -> Future.<Void>failedFuture(Templates.notFound(missing.toString())))
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

    /** Fails with {@code TEMPLATE_NOT_FOUND}. */
    Future<Uses> uses(Tenant tenant, TemplateId id) {
        return templates.fetch(tenant, id).compose(known -> references.of(database.requests(), tenant, Set.of(id)));
    }
}
