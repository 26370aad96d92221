package io.godwit.inbound.processing;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;

/** The key of an email. */
public record EmailKey(ProjectId project, EmailId email) {}
