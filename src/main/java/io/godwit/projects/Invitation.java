package io.godwit.projects;

import io.godwit.core.EmailAddress;
import io.godwit.core.MemberRole;
import io.godwit.core.id.ProjectId;
import java.time.Instant;
import java.util.UUID;

/** A pending invitation of an address to join a project. */
record Invitation(
        ProjectId project, UUID id, EmailAddress email, MemberRole role, Instant createdAt, Instant expiresAt) {}
