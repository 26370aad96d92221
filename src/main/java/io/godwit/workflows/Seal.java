package io.godwit.workflows;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.godwit.core.Json;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
import io.godwit.core.Vault;
import java.util.Base64;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what WEBHOOK steps are set to from whoever reads the tables: addresses, headers and bodies hold keys of other people's
 * services. Everything between the tables and us passes through it. One config of a project always becomes the same text, by
 * which versions are told apart.
 */
final class Seal {

    private static final Logger LOG = LoggerFactory.getLogger(Seal.class);

    private static final String MEMBER = "sealed";

    private final Vault vault;

    Seal(Vault vault) {
        this.vault = vault;
    }

    Draft close(Tenant tenant, Draft draft) {
        return with(draft, (type, config) -> close(tenant.project(), type, config));
    }

    Draft open(Tenant tenant, Draft draft) {
        return with(draft, (type, config) -> open(tenant.project(), type, config));
    }

    Graph open(ProjectId project, Graph graph) {
        return new Graph(
                graph.nodes().stream()
                        .map(node -> node.with(open(project, node.type(), node.config())))
                        .toList(),
                graph.edges());
    }

    private static Draft with(
            Draft draft, BiFunction<StepType, Map<String, @Nullable Object>, Map<String, @Nullable Object>> change) {
        var steps = draft.steps().stream()
                .map(step -> step.with(step.name(), change.apply(step.type(), step.config()), step.updatedAt()))
                .toList();
        return draft.with(steps, draft.links());
    }

    private Map<String, @Nullable Object> close(
            ProjectId project, StepType type, Map<String, @Nullable Object> config) {
        if (type != StepType.WEBHOOK || config.isEmpty()) {
            return config;
        }
        var sealed = vault.encryptAlike(Json.write(config).getBytes(UTF_8), place(project));
        return Map.of(MEMBER, Base64.getEncoder().encodeToString(sealed));
    }

    /** A text that was damaged, or sealed with other keys, stays what it is: no config of a step, which only who comes to it feels. */
    private Map<String, @Nullable Object> open(ProjectId project, StepType type, Map<String, @Nullable Object> config) {
        if (type != StepType.WEBHOOK || config.size() != 1 || !(config.get(MEMBER) instanceof String sealed)) {
            return config;
        }
        try {
            var plain = vault.decrypt(Base64.getDecoder().decode(sealed), place(project));
            return Json.readObject(new String(plain, UTF_8));
        } catch (IllegalArgumentException foreign) {
            LOG.atError()
                    .addKeyValue("project", project)
                    .setCause(foreign)
                    .log("The config of a step cannot be opened");
            return config;
        }
    }

    /** The project's, so that a copy of a workflow keeps its texts. */
    private static byte[] place(ProjectId project) {
        return ("workflow_steps " + project).getBytes(UTF_8);
    }
}
