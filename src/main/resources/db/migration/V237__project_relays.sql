-- Names of the relays (setting mail.relays) that a project's emails go to, in their order; none: all of the installation's.
ALTER TABLE projects ADD COLUMN relays text[] NOT NULL DEFAULT '{}';
