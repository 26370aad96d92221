package io.godwit.live;

import io.godwit.core.ChangeTopic;
import io.godwit.core.id.Ids;
import io.godwit.db.ChangeCollector;
import io.godwit.web.ApiRequest;
import io.godwit.web.RouteTable;
import io.godwit.web.WriteListener;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Derives from the path of a successful request what it has changed. */
public final class RouteChanges implements WriteListener {

    private record Rule(Pattern path, ChangeTopic topic) {

        static Rule of(String path, ChangeTopic topic) {
            return new Rule(Pattern.compile(path), topic);
        }
    }

    /** Paths that are asked by POST and change nothing. */
    private static final Pattern READ_ONLY = Pattern.compile(".*/(lookup|preview|explain|simulate|verify)");

    /** The first rule that fits holds. Tracked events and new emails are not here: their batches tell what they change. */
    private static final List<Rule> RULES = List.of(
            Rule.of("/contacts/(import|bulk-).*", ChangeTopic.JOB),
            Rule.of("/contacts.*", ChangeTopic.CONTACT),
            Rule.of("/segments.*", ChangeTopic.SEGMENT),
            Rule.of("/templates.*", ChangeTopic.TEMPLATE),
            Rule.of("/campaigns.*", ChangeTopic.CAMPAIGN),
            Rule.of("/workflows/:id/executions.*", ChangeTopic.EXECUTION),
            Rule.of("/workflows.*", ChangeTopic.WORKFLOW),
            Rule.of("/emails.*", ChangeTopic.EMAIL),
            Rule.of("/events/:eventName", ChangeTopic.ACTIVITY),
            Rule.of("/domains.*", ChangeTopic.DOMAIN),
            Rule.of("/suppressions.*", ChangeTopic.SUPPRESSION),
            Rule.of("/projects/:id/(members|invitations|leave|transfer).*", ChangeTopic.MEMBER),
            Rule.of("(/users/@me)?/projects/:id.*|/webhooks.*", ChangeTopic.PROJECT));

    private final ChangeCollector changes;

    public RouteChanges(ChangeCollector changes) {
        this.changes = changes;
    }

    @Override
    public void written(RouteTable.Route route, ApiRequest call) {
        var path = route.path();
        if (READ_ONLY.matcher(path).matches()) {
            return;
        }
        RULES.stream()
                .filter(rule -> rule.path().matcher(path).matches())
                .findFirst()
                .ifPresent(rule -> changes.add(call.tenant().project(), rule.topic(), id(rule, path, call)));
    }

    /** The id in the path, when it names a thing of the topic itself. */
    private static @Nullable UUID id(Rule rule, String path, ApiRequest call) {
        var isOfTopic = path.startsWith("/" + rule.topic().word() + "s/:id");
        return isOfTopic ? Ids.parse(call.path("id")).orElse(null) : null;
    }
}
