package io.godwit.live;

import io.godwit.core.ChangeTopic;
import io.godwit.core.Failure;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The topics of a stream: {@code topics=activity,campaign:<id>,<project>/email}. A topic with the id of a project before it is of
 * that project, so that the pages of a browser need one stream whatever projects they show.
 *
 * @param own of the project in the stream's path
 * @param others of further projects
 */
record FollowedTopics(TopicFilter own, Map<ProjectId, TopicFilter> others) {

    static final FollowedTopics ALL = new FollowedTopics(TopicFilter.ALL, Map.of());

    /** The rights in each project are looked up again and again. */
    private static final int MAX_OTHERS = 20;

    FollowedTopics {
        others = Map.copyOf(others);
    }

    /** Throws a 422 for words that are no topics, and for too many projects. */
    static FollowedTopics parse(String topics) {
        var own = new ArrayList<String>();
        var projectToWords = new LinkedHashMap<ProjectId, List<String>>();
        for (var word : topics.split(",", -1)) {
            var slash = word.indexOf('/');
            var words = slash < 0
                    ? own
                    : projectToWords.computeIfAbsent(project(word, slash), ignored -> new ArrayList<>());
            words.add(word.substring(slash + 1));
        }
        if (projectToWords.size() > MAX_OTHERS) {
            throw Failure.invalid("topics", "too_big", "At most " + MAX_OTHERS + " other projects can be followed");
        }
        return new FollowedTopics(
                own.isEmpty() ? TopicFilter.NONE : filter(own),
                projectToWords.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> filter(entry.getValue()))));
    }

    private static TopicFilter filter(List<String> words) {
        return TopicFilter.parse(String.join(",", words));
    }

    private static ProjectId project(String word, int slash) {
        return Ids.parse(word.substring(0, slash).strip())
                .map(ProjectId::new)
                .orElseThrow(() -> Failure.invalid(
                        "topics", "invalid_enum_value", "\"" + word.strip() + "\" does not begin with a project's id"));
    }

    /** Returns whether a topic is followed as a whole, in any project. */
    boolean follow(ChangeTopic topic) {
        return Stream.concat(Stream.of(own), others.values().stream())
                .anyMatch(filter -> filter.whole().contains(topic));
    }
}
