package io.godwit.templates;

import io.godwit.templates.TemplateUsages.CampaignUse;
import io.godwit.templates.TemplateUsages.StepUse;
import io.godwit.templates.TemplateUsages.Uses;
import java.util.List;

/** The answer of {@code GET /templates/:id/usage}. */
record TemplateUsageResponse(
        List<CampaignUse> campaigns,
        List<StepUse> workflowSteps,
        int campaignCount,
        int workflowStepCount,
        boolean canDelete) {

    static TemplateUsageResponse of(Uses uses) {
        return new TemplateUsageResponse(
                uses.campaigns(),
                uses.workflowSteps(),
                uses.campaigns().size(),
                uses.workflowSteps().size(),
                uses.workflowSteps().isEmpty());
    }
}
