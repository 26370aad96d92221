package io.godwit.modules;

import io.godwit.campaigns.CampaignUsages;
import io.godwit.core.Tenant;
import io.godwit.core.id.TemplateId;
import io.godwit.domains.DomainUsages;
import io.godwit.templates.TemplateCache;
import io.godwit.templates.TemplateUsages;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds the usages of a domain: templates that send from it, the workflow steps that send them, and campaigns that have not
 * ended.
 */
record DomainUsageLookup(TemplateCache templates, TemplateUsages steps, CampaignUsages campaigns)
        implements DomainUsages {

    @Override
    public Future<List<Use>> usages(SqlClient tx, Tenant tenant, String domain, boolean includeSubdomains) {
        return templates
                .sendingFrom(tx, tenant, domain, includeSubdomains)
                .compose(found -> withSteps(tx, tenant, found))
                .compose(uses -> campaigns
                        .sendingFrom(tx, tenant, domain, includeSubdomains)
                        .map(found -> with(
                                uses,
                                found.stream()
                                        .map(campaign -> new Use("campaign", campaign.id(), campaign.name()))
                                        .toList())));
    }

    private Future<List<Use>> withSteps(SqlClient tx, Tenant tenant, List<TemplateCache.Sender> found) {
        var uses = found.stream()
                .map(template -> new Use("template", template.id(), template.name()))
                .toList();
        var ids = found.stream().map(template -> new TemplateId(template.id())).collect(Collectors.toSet());
        return found.isEmpty()
                ? Future.succeededFuture(uses)
                : steps.usages(tx, tenant, ids)
                        .map(users -> with(
                                uses,
                                users.workflowSteps().stream()
                                        .map(step -> new Use("workflowStep", step.id(), step.name()))
                                        .toList()));
    }

    private static List<Use> with(List<Use> some, List<Use> others) {
        var all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }
}
