package io.godwit.workflows.editor;

import io.godwit.core.id.SegmentId;
import io.godwit.core.id.TemplateId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rows beside a draft that decide whether it is valid.
 *
 * @param templateToSender the existing templates, with the address each is sent from
 * @param domains domains the project may send from
 * @param segments the existing segments
 */
record DraftReferences(
        Map<TemplateId, Optional<String>> templateToSender, Set<String> domains, Set<SegmentId> segments) {

    DraftReferences {
        templateToSender = Map.copyOf(templateToSender);
        domains = Set.copyOf(domains);
        segments = Set.copyOf(segments);
    }
}
