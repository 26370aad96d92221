package io.godwit.events;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.events.EventCountStore.Count;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.QueryDateReader;
import io.vertx.core.Future;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The endpoints of {@code /events}, except for {@code POST /events/track}, which is in {@code ingest}. */
public final class EventRoutes implements Routes {

    private static final String LIST = "/events";
    private static final String OF_CONTACT = "/events/contact/:contactId";
    private static final int MAX_LIMIT = 100;
    private static final int DEFAULT_LIMIT = 20;

    private final EventLog log;
    private final CursorCodec cursors;

    public EventRoutes(Database database, EventUsages usages, CursorCodec cursors) {
        this.log = new EventLog(database, usages);
        this.cursors = cursors;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(EventRoutes::limit, query -> query.text("cursor"), EventRoutes::name)
                .answers(EventListResponse.class)
                .to(this::list);
        api.get("/events/stats")
                .query(EventRoutes::span)
                .answers(List.class, Count.class)
                .to(this::stats);
        api.get("/events/names").answers(NamesResponse.class).to(this::names);
        api.get(OF_CONTACT)
                .query(EventRoutes::limit, query -> query.text("cursor"))
                .answers(EventListResponse.class)
                .fails(Kind.CONTACT_NOT_FOUND)
                .to(this::ofContact);
        api.get("/events/:eventName/usage")
                .freeParameter()
                .answers(UsageResponse.class)
                .to(this::usage);
        api.delete("/events/:eventName")
                .freeParameter()
                .answers(DeletedResponse.class)
                .to(this::delete);
    }

    /** The names of all events, most frequent first. */
    record NamesResponse(List<String> eventNames) {}

    /** The number of deleted events. */
    record DeletedResponse(long deletedCount) {}

    private static int limit(Query query) {
        return query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var name = name(call.query());
        return page(call, LIST, Future::succeededFuture, before -> new EventFilter(name, Optional.empty(), before));
    }

    private static Optional<String> name(Query query) {
        var name = query.text("eventName");
        var alias = query.text("name");
        if (name.isPresent() && alias.isPresent() && !name.equals(alias)) {
            throw Failure.invalid("name", "custom", "Says something else than eventName; give one of them");
        }
        return name.or(() -> alias);
    }

    private Future<ApiResponse> ofContact(ApiRequest call) {
        var text = call.path("contactId");
        var contact = Ids.parse(text)
                .map(ContactId::new)
                .orElseThrow(() -> Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", text));
        return page(
                call,
                OF_CONTACT + ' ' + contact,
                () -> log.requireContact(call.tenant(), contact),
                before -> new EventFilter(Optional.empty(), Optional.of(contact), before));
    }

    /**
     * Answers a page of events, the newest first.
     *
     * @param known fails when there is nothing to list the events of
     */
    private Future<ApiResponse> page(
            ApiRequest call,
            String endpoint,
            Supplier<Future<?>> known,
            Function<Optional<EventId>, EventFilter> filter) {
        var listing = cursors.listing(endpoint, call.tenant().project(), call.query());
        var limit = limit(call.query());
        call.query().check();
        var before = call.query().text("cursor").map(listing::read).map(position -> new EventId(position.id()));
        Function<EventId, String> cursor = last -> listing.write(new Position("", last.value()));
        return known.get()
                .compose(ignored -> log.page(call.tenant(), filter.apply(before), limit, cursor))
                .map(ApiResponse::ok);
    }

    private Future<ApiResponse> stats(ApiRequest call) {
        return log.counts(call.tenant(), span(call.query()), Optional.empty()).map(ApiResponse::ok);
    }

    private static CountedRange span(Query query) {
        var from = QueryDateReader.read(query, "startDate", ZoneOffset.UTC, 0);
        var to = QueryDateReader.read(query, "endDate", ZoneOffset.UTC, 1);
        var range = new CountedRange(from.orElse(CountedRange.EVER.from()), to.orElse(CountedRange.EVER.to()));
        if (range.to().isBefore(range.from())) {
            throw Failure.invalid("endDate", "custom", "Must not be before startDate");
        }
        return range;
    }

    private Future<ApiResponse> names(ApiRequest call) {
        return log.counts(call.tenant(), CountedRange.EVER, Optional.empty())
                .map(counts -> ApiResponse.ok(
                        new NamesResponse(counts.stream().map(Count::name).toList())));
    }

    /** The usages and numbers of an event name; an unknown name is no error and has none. */
    private Future<ApiResponse> usage(ApiRequest call) {
        var name = call.path("eventName");
        return log.usage(call.tenant(), name).map(usage -> ApiResponse.ok(UsageResponse.of(name, usage)));
    }

    /**
     * The usages and numbers of an event name.
     *
     * @param uniqueContacts the contacts of the newest 100,000 events, a lower bound of all
     * @param canDelete true: {@code DELETE /events/:eventName} is allowed
     */
    record UsageResponse(
            List<EventUsages.Use> usedInSegments,
            List<EventUsages.Use> usedInCampaigns,
            List<EventUsages.Use> usedInWorkflows,
            long totalCount,
            long uniqueContacts,
            boolean canDelete) {

        static UsageResponse of(String name, EventLog.NameUsage usage) {
            var uses = usage.uses();
            return new UsageResponse(
                    uses.segments(),
                    uses.campaigns(),
                    uses.workflows(),
                    usage.events(),
                    usage.contacts(),
                    uses.isEmpty() && !ReservedEventNames.isReserved(name));
        }
    }

    private Future<ApiResponse> delete(ApiRequest call) {
        var name = call.path("eventName");
        if (ReservedEventNames.isReserved(name)) {
            return Future.failedFuture(
                    Failure.of(Kind.BAD_REQUEST, "Events of this name are made by the service and cannot be deleted"));
        }
        return log.delete(call.tenant(), name).map(deleted -> ApiResponse.ok(new DeletedResponse(deleted)));
    }
}
