package io.godwit.workflows.schedule;

import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import java.util.Optional;
import java.util.UUID;

/**
 * A firing that is ours alone until its lease ends or its fence is raised.
 *
 * @param segment empty: all contacts
 * @param frozen whether it is settled whom it takes in
 * @param wanted whether the workflow is still enabled
 */
record ClaimedRun(Tenant tenant, UUID id, Optional<SegmentId> segment, boolean frozen, boolean wanted, long fence) {}
