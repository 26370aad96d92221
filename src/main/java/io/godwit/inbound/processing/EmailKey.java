package io.godwit.inbound.processing;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;

/** Names a mail of ours. */
public record EmailKey(ProjectId project, EmailId email) {}
