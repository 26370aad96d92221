package io.godwit.segments.api;

import io.godwit.contacts.ContactResponse;
import io.godwit.core.Tenant;
import io.godwit.segments.SegmentCounter.ContactSample;
import java.util.List;

/**
 * The contacts that a filter finds now.
 *
 * @param suppressed those of {@code count} whose address is on the suppression list
 * @param complained those of {@code suppressed} that are on it for a complaint
 * @param sample the newest
 */
record SegmentPreview(long count, long suppressed, long complained, List<ContactResponse> sample) {

    static SegmentPreview of(Tenant tenant, ContactSample found) {
        return new SegmentPreview(
                found.count(),
                found.suppressed().all(),
                found.suppressed().complained(),
                ContactResponse.of(tenant, found.newest()));
    }
}
