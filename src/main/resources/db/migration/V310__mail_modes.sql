-- How email leaves about which delivery_choices say nothing, as the settings of the sending nodes say (mail.mode). One row; none before
-- the first of them started with this migration: emails keep the destinations of their domains until then. Written by each when it
-- starts (delivery.DeliveryChoiceStore), read where emails are queued and moved.
CREATE TABLE delivery_defaults (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    mode     text    NOT NULL CHECK (mode IN ('direct', 'relay'))
);

-- Returns whether an email leaves without the relay: by the choice that says most, as delivery.DeliveryChoices finds it for an email that
-- is sent. Called where emails get their destination: what direct delivery knows of a site is nothing to email that goes by the relay.
CREATE FUNCTION leaves_direct(project uuid, class text, content uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(
        (SELECT mode
           FROM delivery_choices
          WHERE delivery_choices.project_id = project AND mode IS NOT NULL AND email_class IN ('', class)
            AND (domain = '' OR domain = (SELECT split_part(from_email, '@', 2)
                                            FROM contents
                                           WHERE contents.project_id = project AND contents.id = content))
          ORDER BY domain = '', email_class = ''
          LIMIT 1),
        (SELECT mode FROM delivery_defaults),
        'direct') = 'direct'
$$;

-- Returns the destination of a project's emails that go by the relay (outbox.destination): -1 where others of the project may go direct,
-- so that a slow relay is claimed for apart from them, else 0.
CREATE FUNCTION relay_destination(project uuid) RETURNS smallint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN EXISTS (SELECT FROM delivery_choices
                              WHERE delivery_choices.project_id = project AND mode IS NOT NULL
                                AND (domain <> '' OR email_class <> ''))
                THEN -1 ELSE 0 END::smallint
$$;
