package io.godwit.live;

import io.godwit.core.Change;
import io.godwit.core.ChangeTopic;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.id.Ids;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The changes a client wants to hear of: {@code topics=activity,campaign:<id>}.
 *
 * @param whole topics of which every change is wanted
 * @param named single things
 */
record TopicFilter(Set<ChangeTopic> whole, Set<NamedThing> named) {

    /** A page shows some tens of things; more makes the address longer than proxies take. */
    private static final int MAX_TOPICS = 100;

    /** Every topic. */
    static final TopicFilter ALL = new TopicFilter(EnumSet.allOf(ChangeTopic.class), Set.of());

    /** No topic. */
    static final TopicFilter NONE = new TopicFilter(Set.of(), Set.of());

    /** One thing of a topic. */
    record NamedThing(ChangeTopic topic, UUID id) {}

    TopicFilter {
        whole = Set.copyOf(whole);
        named = Set.copyOf(named);
    }

    /** Throws a 422 that names each word that is no topic. */
    static TopicFilter parse(String topics) {
        var whole = EnumSet.noneOf(ChangeTopic.class);
        var named = new HashSet<NamedThing>();
        var issues = new ArrayList<Issue>();
        var words = List.of(topics.split(",", -1));
        for (var word : words) {
            var parts = word.strip().toLowerCase(Locale.ROOT).split(":", 2);
            var topic = ChangeTopic.of(parts[0]);
            var id = parts.length == 1 ? Optional.<UUID>empty() : Ids.parse(parts[1]);
            if (topic.isEmpty() || (parts.length > 1 && id.isEmpty())) {
                issues.add(Issue.of("topics", "invalid_enum_value", "\"" + word.strip() + "\" is no topic"));
            } else if (id.isPresent()) {
                named.add(new NamedThing(topic.get(), id.get()));
            } else {
                whole.add(topic.get());
            }
        }
        if (words.size() > MAX_TOPICS) {
            issues.add(Issue.of("topics", "too_big", "At most " + MAX_TOPICS + " topics can be followed"));
        }
        if (!issues.isEmpty()) {
            throw Failure.invalid(issues);
        }
        return new TopicFilter(whole, named);
    }

    /** True when this thing is followed by its id. */
    boolean names(Change change) {
        var id = change.id();
        return id != null && named.contains(new NamedThing(change.topic(), id));
    }

    /** True for a change whose counts or entries are wanted with it: of one thing followed by its id, and of activity. */
    boolean wantsDetails(Change change) {
        return change.topic() == ChangeTopic.ACTIVITY ? whole.contains(ChangeTopic.ACTIVITY) : names(change);
    }

    /** True also for a change of many things, when one of their kind is followed. */
    boolean matches(Change change) {
        var id = change.id();
        if (whole.contains(change.topic())) {
            return true;
        }
        return id == null
                ? named.stream().anyMatch(subject -> subject.topic() == change.topic())
                : named.contains(new NamedThing(change.topic(), id));
    }
}
