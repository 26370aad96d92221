-- The log of emails by template. Written once with each mail of a template: none of its columns ever changes.
CREATE INDEX emails_of_template ON emails (project_id, template_id, id) WHERE template_id IS NOT NULL;
