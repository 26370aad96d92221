package io.godwit.search;

import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.search.SearchResponse.SearchHit;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** The endpoint of the search over all kinds. */
public final class SearchRoutes implements Routes {

    private final Database database;
    private final SearchStore store = new SearchStore();

    public SearchRoutes(Database database) {
        this.database = database;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/search")
                .query(query -> query.required("q"))
                .answers(SearchResponse.class)
                .to(this::search);
    }

    private Future<ApiResponse> search(ApiRequest call) {
        var query = call.query();
        var text = query.required("q");
        query.check();
        if (text.length() > SearchTerm.MAX_LENGTH) {
            throw Failure.invalid("q", "too_big", "At most " + SearchTerm.MAX_LENGTH + " characters");
        }
        var term = SearchTerm.of(text);
        return term.isTooShort()
                ? Future.succeededFuture(ApiResponse.ok(SearchResponse.of(text, Map.of())))
                : found(call.tenant(), term, text).map(ApiResponse::ok);
    }

    private Future<SearchResponse> found(Tenant tenant, SearchTerm term, String text) {
        var id = term.id().or(() -> term.emailOfMessageId(tenant.project()));
        if (id.isPresent()) {
            return store.byId(database.requests(), tenant, id.get()).map(hits -> SearchResponse.of(text, hits));
        }
        return store.byText(database.requests(), tenant, term)
                .compose(hits -> hits.isEmpty() ? byProviderId(tenant, term) : Future.succeededFuture(hits))
                .map(hits -> SearchResponse.of(text, hits));
    }

    private Future<Map<String, List<SearchHit>>> byProviderId(Tenant tenant, SearchTerm term) {
        return store.emailByProviderId(database.requests(), tenant, term)
                .compose(email -> email.map(known -> store.byId(database.requests(), tenant, known))
                        .orElseGet(() -> Future.succeededFuture(Map.of())));
    }
}
