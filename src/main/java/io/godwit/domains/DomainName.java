package io.godwit.domains;

import io.godwit.core.id.ProjectId;

/** A domain as one project knows it; another project may have the same one, with a key of its own. */
record DomainName(ProjectId project, String domain) {}
