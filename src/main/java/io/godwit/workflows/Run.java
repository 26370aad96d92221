package io.godwit.workflows;

import io.godwit.core.SegmentId;
import io.godwit.core.Tenant;
import java.util.Optional;
import java.util.UUID;

/**
 * A firing that is ours alone until its lease ends or its fence is raised.
 *
 * @param segment empty: all contacts
 * @param frozen whether it is settled whom it takes in
 * @param wanted whether the workflow is still enabled
 */
record Run(Tenant tenant, UUID id, Optional<SegmentId> segment, boolean frozen, boolean wanted, long fence) {}
