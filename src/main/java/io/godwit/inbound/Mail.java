package io.godwit.inbound;

import io.godwit.core.EmailId;
import io.godwit.core.ProjectId;

/** Names a mail of ours. */
record Mail(ProjectId project, EmailId email) {}
