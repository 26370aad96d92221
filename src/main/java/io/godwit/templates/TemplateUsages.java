package io.godwit.templates;

import io.godwit.core.Tenant;
import io.godwit.core.id.TemplateId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Where templates are used; owned here, kept by campaigns and workflows. */
public interface TemplateUsages {

    /**
     * Every use of any of the templates. Whoever writes a use locks the template's row first ({@code FOR KEY SHARE}): a deletion
     * holds it {@code FOR UPDATE} while it asks, so neither misses the other.
     */
    Future<Uses> usages(SqlClient db, Tenant tenant, Set<TemplateId> templates);

    /** Campaigns keep a copy of the words, so only a step keeps its template from being deleted. */
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
