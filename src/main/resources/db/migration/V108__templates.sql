-- Templates of emails. Written by the template API (templates.TemplateStore); read by lists, by sends that name one, and by
-- workflows when a version is made.
CREATE TABLE templates (
    project_id  uuid        NOT NULL,
    id          uuid        NOT NULL,
    name        text        NOT NULL,
    description text,
    subject     text        NOT NULL,
    body        text        NOT NULL,
    from_email  text,
    from_name   text,
    reply_to    text,
    -- The class of emails that are made from it.
    email_class text        NOT NULL CHECK (email_class IN ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);
