-- The addresses of contacts that were made before the triggers of V285, which are at work when this begins: what other nodes write
-- meanwhile is left out here and locked by nothing. Some two seconds for each million contacts; a start that is killed here begins
-- again.
WITH known AS MATERIALIZED (
    SELECT project_id, email FROM address_blocks CROSS JOIN LATERAL string_to_table(addresses, E'\n') AS email)
INSERT INTO address_blocks (project_id, id, addresses)
SELECT project_id, (array_agg(id))[1], E'\n' || string_agg(email, E'\n') || E'\n'
  FROM (SELECT project_id, id, email, (row_number() OVER (PARTITION BY project_id ORDER BY id) - 1) / 100 AS part
          FROM contacts
         WHERE NOT EXISTS (SELECT FROM known
                            WHERE known.project_id = contacts.project_id AND known.email = contacts.email)) numbered
 GROUP BY project_id, part;
