package io.godwit.workflows.draft;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.godwit.core.Crypto;
import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.steps.WorkflowGraph;
import java.util.Base64;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts the configs of WEBHOOK steps in the database: addresses, headers and bodies hold keys of other services. All reads
 * and writes of configs pass through it. One config of a project always becomes the same text, by which versions are told apart.
 */
public final class ConfigEncryption {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigEncryption.class);

    private static final String MEMBER = "sealed";

    private final Crypto crypto;

    public ConfigEncryption(Crypto crypto) {
        this.crypto = crypto;
    }

    public WorkflowDraft close(Tenant tenant, WorkflowDraft draft) {
        return with(draft, (type, config) -> close(tenant.project(), type, config));
    }

    public WorkflowDraft open(Tenant tenant, WorkflowDraft draft) {
        return with(draft, (type, config) -> open(tenant.project(), type, config));
    }

    public WorkflowGraph open(ProjectId project, WorkflowGraph graph) {
        return new WorkflowGraph(
                graph.nodes().stream()
                        .map(node -> node.with(open(project, node.type(), node.config())))
                        .toList(),
                graph.edges());
    }

    private static WorkflowDraft with(
            WorkflowDraft draft,
            BiFunction<StepType, Map<String, @Nullable Object>, Map<String, @Nullable Object>> change) {
        var steps = draft.steps().stream()
                .map(step -> step.with(step.name(), change.apply(step.type(), step.config()), step.updatedAt()))
                .toList();
        return draft.with(steps, draft.transitions());
    }

    private Map<String, @Nullable Object> close(
            ProjectId project, StepType type, Map<String, @Nullable Object> config) {
        if (type != StepType.WEBHOOK || config.isEmpty()) {
            return config;
        }
        var sealed = crypto.encryptDeterministic(Json.write(config).getBytes(UTF_8), encryptionContext(project));
        return Map.of(MEMBER, Base64.getEncoder().encodeToString(sealed));
    }

    /**
     * Decrypts a config. A text that was damaged, or sealed with other keys, is returned as it is: it is no valid config, so
     * only executions that reach the step fail.
     */
    private Map<String, @Nullable Object> open(ProjectId project, StepType type, Map<String, @Nullable Object> config) {
        if (type != StepType.WEBHOOK || config.size() != 1 || !(config.get(MEMBER) instanceof String sealed)) {
            return config;
        }
        try {
            var plain = crypto.decrypt(Base64.getDecoder().decode(sealed), encryptionContext(project));
            return Json.readObject(new String(plain, UTF_8));
        } catch (IllegalArgumentException foreign) {
            LOG.atError()
                    .addKeyValue("project", project)
                    .setCause(foreign)
                    .log("The config of a step cannot be opened");
            return config;
        }
    }

    /** The associated data names the project only, so that a copy of a workflow keeps its texts. */
    private static byte[] encryptionContext(ProjectId project) {
        return ("workflow_steps " + project).getBytes(UTF_8);
    }
}
