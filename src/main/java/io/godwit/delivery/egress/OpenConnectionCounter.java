package io.godwit.delivery.egress;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts the open connections of each egress source, to all sites. Their sum is asked for with each email that may leave from several
 * sources, so it is not added up from the pools of the sites then.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class OpenConnectionCounter {

    private final Map<String, Integer> sourceToOpen = new HashMap<>();

    void opened(String source) {
        sourceToOpen.merge(source, 1, Integer::sum);
    }

    void ended(String source) {
        sourceToOpen.merge(source, -1, Integer::sum);
    }

    int open(String source) {
        return sourceToOpen.getOrDefault(source, 0);
    }
}
