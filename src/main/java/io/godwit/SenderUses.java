package io.godwit;

import io.godwit.campaigns.Campaigns;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.godwit.domains.DomainUses;
import io.godwit.templates.References;
import io.godwit.templates.Templates;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What sends from a domain: templates, the steps that send them, and campaigns that have not ended. */
record SenderUses(Templates templates, References steps, Campaigns campaigns) implements DomainUses {

    @Override
    public Future<List<Use>> of(SqlClient tx, Tenant tenant, String domain, boolean belowToo) {
        return templates
                .sendingFrom(tx, tenant, domain, belowToo)
                .compose(found -> withSteps(tx, tenant, found))
                .compose(uses -> campaigns
                        .sendingFrom(tx, tenant, domain, belowToo)
                        .map(found -> with(
                                uses,
                                found.stream()
                                        .map(campaign -> new Use("campaign", campaign.id(), campaign.name()))
                                        .toList())));
    }

    private Future<List<Use>> withSteps(SqlClient tx, Tenant tenant, List<Templates.Sender> found) {
        var uses = found.stream()
                .map(template -> new Use("template", template.id(), template.name()))
                .toList();
        var ids = found.stream().map(template -> new TemplateId(template.id())).collect(Collectors.toSet());
        return found.isEmpty()
                ? Future.succeededFuture(uses)
                : steps.of(tx, tenant, ids)
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
