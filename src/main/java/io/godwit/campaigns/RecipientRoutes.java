package io.godwit.campaigns;

import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The route {@code GET /campaigns/:id/recipients}: the outcome of each recipient, as a list or as a file. */
final class RecipientRoutes implements Routes {

    private static final String LIST = CampaignRoutes.ONE + "/recipients";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;
    private static final List<String> FORMATS = List.of("csv", "json");

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Type", "text/csv; charset=utf-8",
            "Content-Disposition", "attachment; filename=\"recipients.csv\"");

    private final CampaignDependencies dependencies;
    private final CampaignService service;
    private final CursorCodec cursors;
    private final RecipientStore store = new RecipientStore();

    RecipientRoutes(CampaignDependencies dependencies, CampaignService service, CursorCodec cursors) {
        this.dependencies = dependencies;
        this.service = service;
        this.cursors = cursors;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(
                        query -> query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT),
                        RecipientFilter::read,
                        query -> query.oneOf("format", FORMATS),
                        query -> query.text("cursor"))
                .answers(Page.class, CampaignRecipient.class)
                .answersFile("text/csv")
                .to(call -> CampaignRoutes.withId(call, id -> recipients(call, id)));
    }

    private Future<ApiResponse> recipients(ApiRequest call, CampaignId id) {
        var query = call.query();
        var limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        query.check();
        var filter = RecipientFilter.read(query);
        var format = query.oneOf("format", FORMATS);
        var tenant = call.tenant();
        var listing = cursors.listing(LIST + ' ' + id, tenant.project(), query);
        var after = query.text("cursor").map(cursor -> listing.read(cursor).id());
        return service.found(dependencies.database().requests(), tenant, id)
                .compose(ignored -> format.map("csv"::equals).orElseGet(() -> wantsFile(call))
                        ? Future.succeededFuture(file(tenant, id, filter))
                        : page(tenant, id, filter, after, limit, listing));
    }

    private static boolean wantsFile(ApiRequest call) {
        return call.header("Accept")
                .filter(accepted -> accepted.startsWith("text/csv"))
                .isPresent();
    }

    private ApiResponse file(Tenant tenant, CampaignId id, RecipientFilter filter) {
        var db = dependencies.database().requests();
        return new ApiResponse(
                200,
                RecipientCsv.of(
                        (last, limit) -> store.page(db, tenant, id, filter, last, limit), dependencies.workers()),
                HEADERS);
    }

    private Future<ApiResponse> page(
            Tenant tenant, CampaignId id, RecipientFilter filter, Optional<UUID> after, int limit, Listing listing) {
        var db = dependencies.database().requests();
        var total = after.isPresent() ? Future.succeededFuture(0L) : store.count(db, tenant, id, filter);
        return store.page(db, tenant, id, filter, after, limit + 1)
                .compose(found -> total.map(count -> ApiResponse.ok(page(found, limit, count, listing))));
    }

    private Page<CampaignRecipient> page(List<CampaignRecipient> found, int limit, long total, Listing listing) {
        var hasMore = found.size() > limit;
        var items = found.subList(0, Math.min(limit, found.size()));
        var next = hasMore
                ? Optional.of(listing.write(
                        new Position("", items.get(limit - 1).contactId().value())))
                : Optional.<String>empty();
        return new Page<>(items, next, hasMore, total);
    }
}
