package io.godwit.sending.suppression;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;

/**
 * An email that was refused or returned because the recipient's mailbox is full.
 *
 * @param evidence the words of the receiving server
 */
public record SoftBounce(ProjectId project, EmailId email, String evidence) {}
