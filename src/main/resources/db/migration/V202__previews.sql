-- Drafts rendered for a screen, for ten minutes; after a crash there are none, and the screen renders again.
CREATE UNLOGGED TABLE previews (
    project_id uuid        NOT NULL,
    id         uuid        NOT NULL,
    -- The source, for a test email.
    subject    text        NOT NULL,
    body       text        NOT NULL,
    from_email text,
    from_name  text,
    reply_to   text,
    email_class text       NOT NULL,
    -- The values it was rendered with: {kept, once}.
    variables  jsonb       NOT NULL,
    -- The result.
    html       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);
-- Finds the previews whose ten minutes are over, for their deletion.
CREATE INDEX previews_by_age ON previews (created_at);
