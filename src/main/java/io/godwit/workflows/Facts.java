package io.godwit.workflows;

import io.godwit.core.SegmentId;
import io.godwit.core.TemplateId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a draft's soundness depends on beside the draft.
 *
 * @param templateToSender the templates there are, with the address each is sent from
 * @param domains those the project may send from
 * @param segments those there are
 */
record Facts(Map<TemplateId, Optional<String>> templateToSender, Set<String> domains, Set<SegmentId> segments) {

    Facts {
        templateToSender = Map.copyOf(templateToSender);
        domains = Set.copyOf(domains);
        segments = Set.copyOf(segments);
    }
}
