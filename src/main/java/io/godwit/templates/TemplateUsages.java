package io.godwit.templates;

import io.godwit.core.Tenant;
import io.godwit.core.id.TemplateId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Finds the usages of templates; declared here, implemented by campaigns and workflows. */
public interface TemplateUsages {

    /**
     * Finds every usage of any of the templates. A writer of a usage locks the template's row first ({@code FOR KEY SHARE}); a
     * deletion locks it {@code FOR UPDATE} while it calls this, so neither misses the other.
     */
    Future<Uses> usages(SqlClient db, Tenant tenant, Set<TemplateId> templates);

    /** The usages of a template. A campaign has a copy of the content, so only a workflow step prevents the deletion. */
    record Uses(List<CampaignUse> campaigns, List<StepUse> workflowSteps) {

        public Uses {
            campaigns = List.copyOf(campaigns);
            workflowSteps = List.copyOf(workflowSteps);
        }
    }

    /** A campaign made from a template. */
    record CampaignUse(UUID id, String name) {}

    /** A step of a workflow that sends a template. */
    record StepUse(UUID id, String name, UUID workflowId, String workflowName) {}
}
