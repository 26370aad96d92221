package io.godwit.sending;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;

/**
 * A mail that was not taken for a reason that may pass, such as a full mailbox.
 *
 * @param evidence the words of the receiver
 */
public record SoftBounce(ProjectId project, EmailId email, String evidence) {}
