-- The audit log of a project by what was done (projects.AuditStore).
CREATE INDEX audit_by_action ON audit (project_id, action, id);
-- The audit log of a project by who did it, a user or else the kind of caller (projects.AuditStore).
CREATE INDEX audit_by_actor ON audit (project_id, (coalesce(user_email, caller)), id);
