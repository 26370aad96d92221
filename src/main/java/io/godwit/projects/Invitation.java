package io.godwit.projects;

import io.godwit.core.EmailAddress;
import io.godwit.core.MemberRole;
import io.godwit.core.id.ProjectId;
import java.time.Instant;
import java.util.UUID;

/** Somebody was asked to join a project, and has not answered yet. */
record Invitation(
        ProjectId project, UUID id, EmailAddress email, MemberRole role, Instant createdAt, Instant expiresAt) {}
