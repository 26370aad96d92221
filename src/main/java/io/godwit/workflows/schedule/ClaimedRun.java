package io.godwit.workflows.schedule;

import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import java.util.Optional;
import java.util.UUID;

/**
 * A scheduled run claimed by this node until its lease ends or its fence is raised.
 *
 * @param segment segment of its contacts; empty for all contacts
 * @param frozen true when its audience has been written down
 * @param active true while the workflow is enabled
 */
record ClaimedRun(Tenant tenant, UUID id, Optional<SegmentId> segment, boolean frozen, boolean active, long fence) {}
