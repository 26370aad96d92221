package io.godwit.workflows;

import io.godwit.contacts.FieldReferences;
import io.godwit.core.SegmentId;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.events.EventReferences;
import io.godwit.segments.SegmentUses;
import io.godwit.templates.References;
import io.godwit.workflows.UseStore.User;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What other features want to know of workflows: who uses something, as it is drawn or as it runs. */
public final class Workflows implements SegmentUses, References {

    private final Database database;
    private final UseStore store = new UseStore();

    public Workflows(Database database) {
        this.database = database;
    }

    /** How many ask in a condition whether somebody is in the segment, or begin for its members. */
    @Override
    public Future<Integer> active(SqlClient tx, Tenant tenant, SegmentId segment) {
        return mentioning(tx, tenant, segment.toString(), mentions -> mentions.segments()
                        .contains(segment))
                .compose(asking -> store.scheduledFor(tx, tenant, segment)
                        .map(scheduled -> both(asking, scheduled).size()));
    }

    /** The steps that send one of the templates. */
    @Override
    public Future<Uses> of(SqlClient db, Tenant tenant, Set<TemplateId> templates) {
        return store.templates(db, tenant, templates).map(steps -> new Uses(List.of(), steps));
    }

    /** Those that begin with the events of exactly this name, wait for them or ask for them. */
    public Future<List<EventReferences.Use>> ofEvent(SqlClient db, Tenant tenant, String name) {
        return mentioning(db, tenant, name, mentions -> mentions.events().contains(name))
                .compose(waiting -> store.beginningWith(db, tenant, name)
                        .map(beginning -> both(beginning, waiting).stream()
                                .map(user -> new EventReferences.Use(user.id().value(), user.name()))
                                .toList()));
    }

    /** Those with a condition on the field of this name, as filters spell it, or on what is inside it. */
    public Future<List<FieldReferences.Use>> using(Tenant tenant, String field) {
        return mentioning(database.requests(), tenant, field, mentions -> mentions.fields().stream()
                        .anyMatch(asked ->
                                asked.equals(field) || (field.startsWith("data.") && asked.startsWith(field + "."))))
                .map(users -> users.stream()
                        .map(user -> new FieldReferences.Use(user.id().value(), user.name()))
                        .toList());
    }

    private Future<Set<User>> mentioning(SqlClient db, Tenant tenant, String text, Predicate<Mentions> wanted) {
        return store.holding(db, tenant, text).map(found -> {
            var users = new LinkedHashSet<User>();
            found.stream()
                    .filter(used -> !used.step().is(StepType.TRIGGER))
                    .filter(used -> Reading.of(used.step())
                            .step()
                            .map(Step::mentions)
                            .filter(wanted)
                            .isPresent())
                    .forEach(used -> users.add(used.user()));
            return users;
        });
    }

    private static Set<User> both(Iterable<User> some, Iterable<User> others) {
        var users = new LinkedHashSet<User>();
        some.forEach(users::add);
        others.forEach(users::add);
        return users;
    }
}
