package io.godwit.contacts.api;

import io.godwit.contacts.api.ConsentResponse.ConsentChange;
import io.godwit.contacts.api.ConsentResponse.ConsentType;
import io.godwit.contacts.api.ConsentStore.ConsentState;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The route {@code /contacts/:id/consent}: the history of a contact's subscription. */
public final class ConsentRoutes implements Routes {

    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final Database database;
    private final ConsentStore store = new ConsentStore();

    public ConsentRoutes(Database database) {
        this.database = database;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/contacts/:id/consent")
                .query(query -> query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT))
                .answers(ConsentResponse.class)
                .to(call -> ContactRoutes.withId(call, id -> consent(call, id)));
    }

    private Future<ApiResponse> consent(ApiRequest call, ContactId contact) {
        var limit = call.query().number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        call.query().check();
        return store.find(database.requests(), call.tenant(), contact)
                .map(found -> found.orElseThrow(() -> ContactRoutes.notFound(contact.toString())))
                .compose(state -> consent(call.tenant(), contact, state, limit))
                .map(ApiResponse::ok);
    }

    private Future<ConsentResponse> consent(Tenant tenant, ContactId contact, ConsentState state, int limit) {
        return store.changes(database.requests(), tenant, contact, limit + 1)
                .map(changes -> response(contact, state, changes, limit))
                .compose(response ->
                        store.users(database.requests(), users(response)).map(response::named));
    }

    private static ConsentResponse response(
            ContactId contact, ConsentState state, List<ConsentChange> changes, int limit) {
        var history = new ArrayList<>(changes);
        state.first().ifPresent(history::add);
        var hasMore = history.size() > limit;
        var latest = history.stream().findFirst();
        return new ConsentResponse(
                contact,
                state.subscribed(),
                state.optOut(),
                state.subscribed()
                        ? Optional.empty()
                        : latest.filter(change -> change.type() == ConsentType.UNSUBSCRIBED),
                List.copyOf(history.subList(0, Math.min(limit, history.size()))),
                hasMore);
    }

    private static Set<UUID> users(ConsentResponse response) {
        return response.history().stream()
                .flatMap(change -> change.evidence().userId().stream())
                .flatMap(id -> Ids.parse(id).stream())
                .collect(Collectors.toSet());
    }
}
