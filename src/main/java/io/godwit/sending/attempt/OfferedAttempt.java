package io.godwit.sending.attempt;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;

/** One attempt to send an email, identified by its fence, whose message was offered to the mail server up to its final dot. */
public record OfferedAttempt(ProjectId project, EmailId email, long fence) {}
