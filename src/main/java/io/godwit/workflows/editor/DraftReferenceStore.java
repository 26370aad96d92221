package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.TemplateId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds the templates, segments and domains that drafts refer to. */
final class DraftReferenceStore {

    private static final String TEMPLATES = """
            SELECT id, from_email FROM templates WHERE project_id = $1 AND id = ANY ($2)
            """;

    private static final String SEGMENTS = "SELECT id FROM segments WHERE project_id = $1 AND id = ANY ($2)";

    private static final String DOMAINS = "SELECT domain FROM domains WHERE project_id = $1 AND verified";

    Future<DraftReferences> find(SqlClient db, Tenant tenant, Set<TemplateId> templates, Set<SegmentId> segments) {
        var project = tenant.project().value();
        var foundTemplates = db.preparedQuery(TEMPLATES).execute(Tuple.of(project, (Object)
                templates.stream().map(TemplateId::value).toArray(UUID[]::new)));
        var foundSegments = db.preparedQuery(SEGMENTS).execute(Tuple.of(project, (Object)
                segments.stream().map(SegmentId::value).toArray(UUID[]::new)));
        var domains = db.preparedQuery(DOMAINS).execute(Tuple.of(project));
        return Future.join(foundTemplates, foundSegments, domains)
                .map(ignored -> new DraftReferences(
                        stream(foundTemplates.result())
                                .collect(Collectors.toMap(
                                        row -> new TemplateId(row.getUUID(0)),
                                        row -> Optional.ofNullable(row.getString(1)))),
                        stream(domains.result()).map(row -> row.getString(0)).collect(Collectors.toSet()),
                        stream(foundSegments.result())
                                .map(row -> new SegmentId(row.getUUID(0)))
                                .collect(Collectors.toSet())));
    }

    private static Stream<Row> stream(Iterable<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }
}
