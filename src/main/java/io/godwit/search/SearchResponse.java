package io.godwit.search;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code GET /search}: at most five hits of each kind, the best first.
 *
 * @param complete true: all contacts are searched. Builds that searched only the newest answered false in large projects
 */
record SearchResponse(
        String query,
        List<SearchHit> contacts,
        List<SearchHit> emails,
        List<SearchHit> templates,
        List<SearchHit> segments,
        List<SearchHit> campaigns,
        List<SearchHit> workflows,
        List<SearchHit> domains,
        boolean complete) {

    /**
     * One thing that was found.
     *
     * @param name the address of a contact, the recipient of an email, otherwise its name
     * @param detail the subject of an email, a template or a campaign
     * @param status what the kind has in its place: the status of an email or a campaign, whether a contact is SUBSCRIBED or
     *     UNSUBSCRIBED, a workflow ENABLED or DISABLED, a domain VERIFIED or PENDING, the type of a segment or a template
     */
    record SearchHit(
            String id,
            String name,
            @Nullable String detail,
            @Nullable String status,
            @Nullable Instant createdAt) {

        static SearchHit of(
                UUID id, String name, Optional<String> detail, Optional<String> status, Optional<Instant> createdAt) {
            return new SearchHit(id.toString(), name, detail.orElse(null), status.orElse(null), createdAt.orElse(null));
        }
    }

    static SearchResponse of(String query, Map<String, List<SearchHit>> kindToHits) {
        return new SearchResponse(
                query,
                hits(kindToHits, "contact"),
                hits(kindToHits, "email"),
                hits(kindToHits, "template"),
                hits(kindToHits, "segment"),
                hits(kindToHits, "campaign"),
                hits(kindToHits, "workflow"),
                hits(kindToHits, "domain"),
                true);
    }

    private static List<SearchHit> hits(Map<String, List<SearchHit>> kindToHits, String kind) {
        return kindToHits.getOrDefault(kind, List.of());
    }
}
