package io.godwit.workflows.editor;

import io.godwit.core.id.SegmentId;
import io.godwit.core.id.TemplateId;
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
record DraftReferences(
        Map<TemplateId, Optional<String>> templateToSender, Set<String> domains, Set<SegmentId> segments) {

    DraftReferences {
        templateToSender = Map.copyOf(templateToSender);
        domains = Set.copyOf(domains);
        segments = Set.copyOf(segments);
    }
}
