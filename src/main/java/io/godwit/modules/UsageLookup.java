package io.godwit.modules;

import io.godwit.campaigns.CampaignUsages;
import io.godwit.contacts.FieldUsages;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.domains.DomainUsages;
import io.godwit.events.EventUsages;
import io.godwit.segments.SegmentService;
import io.godwit.segments.SegmentUsages;
import io.godwit.segments.SegmentUsages.SegmentUse;
import io.godwit.templates.TemplateCache;
import io.godwit.templates.TemplateUsages;
import io.godwit.workflows.WorkflowUsages;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the segments, campaigns and workflows that use a field, an event name, a segment, a template or a domain. */
final class UsageLookup {

    private final SegmentService segments;
    private final CampaignUsages campaigns;
    private final WorkflowUsages workflows;

    UsageLookup(Database database, SegmentService segments) {
        this.segments = segments;
        this.campaigns = new CampaignUsages(database);
        this.workflows = new WorkflowUsages(database);
    }

    Future<FieldUsages.Uses> ofField(Tenant tenant, String field) {
        var ofCampaigns = campaigns.using(tenant, field);
        var ofWorkflows = workflows.using(tenant, field);
        return segments.fieldUses(tenant, field).compose(uses -> Future.all(ofCampaigns, ofWorkflows)
                .map(ignored -> new FieldUsages.Uses(uses.segments(), ofCampaigns.result(), ofWorkflows.result())));
    }

    Future<EventUsages.Uses> ofEvent(SqlClient db, Tenant tenant, String event) {
        return segments.eventUses(db, tenant, event)
                .compose(ofSegments -> campaigns.usingEvent(db, tenant, event).compose(ofCampaigns -> workflows
                        .usingEvent(db, tenant, event)
                        .map(ofWorkflows -> new EventUsages.Uses(ofSegments, ofCampaigns, ofWorkflows))));
    }

    /** Finds the campaigns that have not ended, and the workflows, that use segments. */
    SegmentUsages ofSegments() {
        return new SegmentUsages() {
            @Override
            public Future<Integer> active(SqlClient tx, Tenant tenant, SegmentId segment) {
                return campaigns.active(tx, tenant, segment).compose(ofCampaigns -> workflows
                        .active(tx, tenant, segment)
                        .map(ofWorkflows -> ofCampaigns + ofWorkflows));
            }

            @Override
            public Future<Map<SegmentId, List<SegmentUse>>> uses(SqlClient db, Tenant tenant, Set<SegmentId> ids) {
                return campaigns.uses(db, tenant, ids).compose(ofCampaigns -> workflows
                        .uses(db, tenant, ids)
                        .map(ofWorkflows -> joined(ofCampaigns, ofWorkflows)));
            }
        };
    }

    private static Map<SegmentId, List<SegmentUse>> joined(
            Map<SegmentId, List<SegmentUse>> some, Map<SegmentId, List<SegmentUse>> others) {
        var all = new HashMap<>(some);
        others.forEach((segment, uses) ->
                all.merge(segment, uses, (first, second) -> Stream.concat(first.stream(), second.stream())
                        .toList()));
        return all;
    }

    TemplateUsages ofTemplates() {
        return workflows;
    }

    DomainUsages ofDomains(TemplateCache templates) {
        return new DomainUsageLookup(templates, workflows, campaigns);
    }
}
