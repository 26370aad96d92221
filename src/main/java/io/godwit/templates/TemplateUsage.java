package io.godwit.templates;

import io.godwit.templates.References.CampaignUse;
import io.godwit.templates.References.StepUse;
import io.godwit.templates.References.Uses;
import java.util.List;

/** The answer of {@code GET /templates/:id/usage}. */
record TemplateUsage(
        List<CampaignUse> campaigns,
        List<StepUse> workflowSteps,
        int campaignCount,
        int workflowStepCount,
        boolean canDelete) {

    static TemplateUsage of(Uses uses) {
        return new TemplateUsage(
                uses.campaigns(),
                uses.workflowSteps(),
                uses.campaigns().size(),
                uses.workflowSteps().size(),
                uses.workflowSteps().isEmpty());
    }
}
