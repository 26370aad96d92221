package io.godwit.workflows.editor;

import io.godwit.core.Json;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.model.Trigger;
import io.godwit.workflows.model.Workflow;
import io.godwit.workflows.model.WorkflowProperties;
import io.godwit.workflows.model.WorkflowTriggerType;
import io.vertx.sqlclient.Row;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads rows of {@code workflows}. */
final class WorkflowRows {

    static final String COLUMNS = """
             w.id, w.name, w.description, w.enabled, w.trigger_type, w.trigger_config::text AS trigger_config, w.allow_reentry,
             w.live_version, w.draft_version, w.created_at, w.updated_at\s""";

    private WorkflowRows() {}

    static Workflow workflow(Row row) {
        return new Workflow(
                new WorkflowId(row.getUUID("id")),
                new WorkflowProperties(
                        row.getString("name"),
                        Optional.ofNullable(row.getString("description")),
                        new Trigger(
                                WorkflowTriggerType.valueOf(row.getString("trigger_type")),
                                config(row.getString("trigger_config"))),
                        row.getBoolean("allow_reentry")),
                row.getBoolean("enabled"),
                Optional.ofNullable(row.getInteger("live_version")),
                row.getInteger("draft_version"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant());
    }

    private static Map<String, @Nullable Object> config(@Nullable String json) {
        return json == null ? Map.of() : Json.readObject(json);
    }
}
