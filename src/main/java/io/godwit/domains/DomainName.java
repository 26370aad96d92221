package io.godwit.domains;

import io.godwit.core.id.ProjectId;

/** A domain of one project; another project may have the same one, with its own key. */
record DomainName(ProjectId project, String domain) {}
