package io.godwit.events;

import io.godwit.core.ContactId;
import io.godwit.core.EventId;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.db.Database;
import io.godwit.events.CountStore.Count;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Cursors;
import io.godwit.web.Cursors.Position;
import io.godwit.web.Query;
import io.godwit.web.QueryDates;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** {@code /events}: the log. {@code POST /events/track} is the batcher's. */
public final class EventRoutes implements Routes {

    private static final String LIST = "/events";
    private static final String OF_CONTACT = "/events/contact/:contactId";
    private static final int MAX_LIMIT = 100;
    private static final int DEFAULT_LIMIT = 100;
    private static final int DEFAULT_LIMIT_OF_CONTACT = 50;

    private final EventLog log;
    private final Cursors cursors;

    public EventRoutes(Database database, EventReferences references, Cursors cursors) {
        this.log = new EventLog(database, references);
        this.cursors = cursors;
    }

    @Override
    public void mount(Api api) {
        api.get(LIST).to(this::list);
        api.get("/events/stats").to(this::stats);
        api.get("/events/names").to(this::names);
        api.get(OF_CONTACT).to(this::ofContact);
        api.get("/events/:eventName/usage").anyWord().to(this::usage);
        api.delete("/events/:eventName").anyWord().to(this::delete);
    }

    private Future<Answer> list(Call call) {
        var name = name(call.query());
        return page(call, LIST, DEFAULT_LIMIT, before -> new EventFilter(name, Optional.empty(), before));
    }

    private static Optional<String> name(Query query) {
        var name = query.text("eventName");
        var alias = query.text("name");
        if (name.isPresent() && alias.isPresent() && !name.equals(alias)) {
            throw Failure.invalid("name", "custom", "Says something else than eventName; give one of them");
        }
        return name.or(() -> alias);
    }

    private Future<Answer> ofContact(Call call) {
        var text = call.path("contactId");
        var contact = Ids.parse(text)
                .map(ContactId::new)
                .orElseThrow(() -> Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", text));
        return log.requireContact(call.tenant(), contact)
                .compose(there -> page(
                        call,
                        OF_CONTACT,
                        DEFAULT_LIMIT_OF_CONTACT,
                        before -> new EventFilter(Optional.empty(), Optional.of(contact), before)));
    }

    private Future<Answer> page(
            Call call, String endpoint, int defaultLimit, Function<Optional<EventId>, EventFilter> filter) {
        var project = call.tenant().project();
        var limit = call.query().number("limit", defaultLimit, 1, MAX_LIMIT);
        call.query().check();
        var before = call.query()
                .text("cursor")
                .map(cursor -> cursors.read(endpoint, project, cursor))
                .map(position -> new EventId(position.id()));
        Function<EventId, String> cursor = last -> cursors.write(endpoint, project, new Position("", last.value()));
        return log.page(call.tenant(), filter.apply(before), limit, cursor).map(Answer::ok);
    }

    private Future<Answer> stats(Call call) {
        return log.counts(call.tenant(), span(call.query()), Optional.empty()).map(Answer::ok);
    }

    private static Span span(Query query) {
        var from = query.text("startDate").map(text -> QueryDates.moment("startDate", text, ZoneOffset.UTC, 0));
        var to = query.text("endDate").map(text -> QueryDates.moment("endDate", text, ZoneOffset.UTC, 1));
        var span = new Span(from.orElse(Span.EVER.from()), to.orElse(Span.EVER.to()));
        if (span.to().isBefore(span.from())) {
            throw Failure.invalid("endDate", "custom", "Must not be before startDate");
        }
        return span;
    }

    private Future<Answer> names(Call call) {
        return log.counts(call.tenant(), Span.EVER, Optional.empty())
                .map(counts -> Answer.ok(
                        Map.of("eventNames", counts.stream().map(Count::name).toList())));
    }

    /** A name nobody has used is no error: there is nothing of it. */
    private Future<Answer> usage(Call call) {
        var name = call.path("eventName");
        return log.usage(call.tenant(), name).map(usage -> Answer.ok(UsageAnswer.of(name, usage)));
    }

    /**
     * What there is of a name.
     *
     * @param uniqueContacts of the newest 100,000 events; at least so many in all
     * @param canDelete whether {@code DELETE /events/:eventName} would do it
     */
    record UsageAnswer(
            List<EventReferences.Use> usedInSegments,
            List<EventReferences.Use> usedInWorkflows,
            long totalCount,
            long uniqueContacts,
            boolean canDelete) {

        static UsageAnswer of(String name, EventLog.Usage usage) {
            var uses = usage.uses();
            return new UsageAnswer(
                    uses.segments(),
                    uses.workflows(),
                    usage.events(),
                    usage.contacts(),
                    uses.isEmpty() && !EventNames.isReserved(name));
        }
    }

    private Future<Answer> delete(Call call) {
        var name = call.path("eventName");
        if (EventNames.isReserved(name)) {
            return Future.failedFuture(
                    Failure.of(Kind.BAD_REQUEST, "Events of this name are made by the service and cannot be deleted"));
        }
        return log.delete(call.tenant(), name).map(deleted -> Answer.ok(Map.of("deletedCount", deleted)));
    }
}
