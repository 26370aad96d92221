package io.godwit.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules by which Citus distributes tables, held against the catalogue of a database: the distribution column, {@code
 * project_id}, is in every primary key, unique index and exclusion constraint; foreign keys between distributed tables contain it,
 * others point to reference tables; triggers are few and known. The catalogue cannot tell how statements join their tables.
 */
final class DistributionRules {

    static final Path LIST = Path.of("src/test/resources/db/distribution.tsv");

    /** The tables with their kind, and with the number of the distribution column of those that have one. */
    private static final String PLACED = """
            CREATE TEMP TABLE placed AS
            SELECT tables.oid AS relation, relname AS name,
                   coalesce(listed.kind, CASE WHEN project.attnum IS NOT NULL THEN 'project' END) AS kind,
                   CASE WHEN listed.kind IS NULL THEN project.attnum ELSE by_column.attnum END AS key,
                   project.attnum IS NOT NULL AND listed.kind IS NOT NULL AS twice
              FROM pg_class AS tables
              LEFT JOIN pg_attribute AS project ON project.attrelid = tables.oid AND project.attname = 'project_id'
              LEFT JOIN listed ON listed.name = relname AND listed.kind NOT IN ('across', 'trigger')
              LEFT JOIN pg_attribute AS by_column
                     ON by_column.attrelid = tables.oid AND 'by ' || by_column.attname = listed.kind
             WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
            """;

    private static final List<String> RULES = List.of("""
            SELECT format('Table %s has no column project_id. Add one, as the first of its keys; or add a line to %s that says'
                          || ' whether it is a reference or a coordinator table, and why.', name, '%LIST%')
              FROM placed WHERE kind IS NULL
            """, """
            SELECT format('Table %s has a column project_id, so its line in %s is wrong.', name, '%LIST%')
              FROM placed WHERE twice
            """, """
            SELECT format('The line of %s (%s) in %s names nothing that needs it. Remove it.', name, kind, '%LIST%')
              FROM listed
             WHERE NOT CASE kind
                       WHEN 'across' THEN EXISTS (SELECT FROM across WHERE across.name = listed.name)
                       WHEN 'trigger' THEN EXISTS (SELECT FROM triggers WHERE triggers.name = listed.name)
                       ELSE EXISTS (SELECT FROM placed
                                     WHERE placed.name = listed.name AND (listed.kind NOT LIKE 'by %' OR key IS NOT NULL))
                       END
            """, """
            SELECT format('Column %s of table %s distributes the table, so it must be of type uuid and NOT NULL.', attname, name)
              FROM placed JOIN pg_attribute ON attrelid = relation AND attnum = key
             WHERE NOT attnotnull OR atttypid <> 'uuid'::regtype
            """, """
            SELECT format('Index %s of table %s is unique without the project. Add project_id to it, or make it a plain index.',
                          indexrelid::regclass, name)
              FROM placed JOIN pg_index ON indrelid = relation
             WHERE indisunique AND NOT key = ANY ((indkey::int2[])[0:indnkeyatts - 1])
            """, """
            SELECT format('The exclusion constraint %s of table %s must contain project_id WITH =.', conname, name)
              FROM placed JOIN pg_constraint ON conrelid = relation
             WHERE contype = 'x'
               AND key IS NOT NULL
               AND NOT EXISTS (SELECT FROM unnest(conkey, conexclop) AS part (number, operator)
                                 JOIN pg_operator ON pg_operator.oid = operator
                                WHERE number = key AND oprname = '=')
            """, """
            SELECT format('The foreign key %s of table %s must join project_id with the project of %s.',
                          conname, placed.name, target.name)
              FROM placed JOIN pg_constraint ON conrelid = placed.relation AND contype = 'f' AND conparentid = 0
              JOIN placed AS target ON target.relation = confrelid
             WHERE placed.key IS NOT NULL
               AND target.key IS NOT NULL
               AND NOT EXISTS (SELECT FROM unnest(conkey, confkey) AS part (own, other)
                                WHERE own = placed.key AND other = target.key)
            """, """
            SELECT format('The foreign key %s of %s table %s cannot point to %s table %s.',
                          conname, placed.kind, placed.name, target.kind, target.name)
              FROM placed JOIN pg_constraint ON conrelid = placed.relation AND contype = 'f' AND conparentid = 0
              JOIN placed AS target ON target.relation = confrelid
             WHERE (placed.kind <> 'coordinator' AND target.kind = 'coordinator')
                OR (placed.key IS NULL AND target.key IS NOT NULL)
            """, """
            SELECT format('The foreign key %s of table %s would change project_id: let it CASCADE or restrict on delete, and do'
                          || ' nothing on update.', conname, name)
              FROM placed JOIN pg_constraint ON conrelid = relation AND contype = 'f' AND conparentid = 0
             WHERE key = ANY (conkey) AND (confdeltype IN ('n', 'd') OR confupdtype IN ('c', 'n', 'd'))
            """, """
            SELECT format('Column %s of table %s counts by itself: it must be of type bigint.', attname, name)
              FROM placed JOIN pg_attribute ON attrelid = relation AND attnum > 0
              LEFT JOIN pg_attrdef ON adrelid = relation AND adnum = attnum
             WHERE key IS NOT NULL
               AND atttypid <> 'bigint'::regtype
               AND (attidentity <> '' OR pg_get_expr(adbin, adrelid) LIKE 'nextval(%')
            """, """
            SELECT format('Trigger %s runs on each part of a distributed table. If it writes rows of the same project alone, add a'
                          || ' line "trigger" to %s.', name, '%LIST%')
              FROM triggers
             WHERE NOT EXISTS (SELECT FROM listed WHERE listed.kind = 'trigger' AND listed.name = triggers.name)
            """, """
            SELECT format('Index %s of table %s does not begin with the project, so its statement asks every machine. Let it begin'
                          || ' with project_id, or add a line "across" to %s.', name, owner, '%LIST%')
              FROM across
             WHERE NOT EXISTS (SELECT FROM listed WHERE listed.kind = 'across' AND listed.name = across.name)
            """);

    private static final String TRIGGERS = """
            CREATE TEMP TABLE triggers AS
            SELECT name || '.' || tgname AS name
              FROM placed JOIN pg_trigger ON tgrelid = relation
             WHERE NOT tgisinternal AND tgparentid = 0 AND kind <> 'coordinator'
            """;

    private static final String ACROSS = """
            CREATE TEMP TABLE across AS
            SELECT indexes.relname AS name, placed.name AS owner
              FROM placed JOIN pg_index ON indrelid = relation JOIN pg_class AS indexes ON indexes.oid = indexrelid
             WHERE indkey[0] <> key AND NOT indisunique AND NOT indisexclusion
            """;

    private DistributionRules() {}

    /** A line of the list. */
    record Exemption(String kind, String name, String reason) {

        static Exemption parse(String line) {
            var columns = line.split("\t", -1);
            if (columns.length != 3 || columns[2].isBlank()) {
                throw new IllegalArgumentException("A line has a kind, a name and a reason: " + line);
            }
            return new Exemption(columns[0], columns[1], columns[2]);
        }
    }

    static List<Exemption> exemptions() {
        try (var lines = Files.lines(LIST)) {
            return lines.filter(line -> !line.startsWith("#"))
                    .map(Exemption::parse)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A sentence for each breach, with what to do. */
    static List<String> breaches(DatabaseUrl url, List<Exemption> exemptions) {
        try (var connection = DriverManager.getConnection(url.jdbc(), url.properties())) {
            prepare(connection, exemptions);
            var breaches = new ArrayList<String>();
            for (var rule : RULES) {
                breaches.addAll(read(connection, rule.replace("%LIST%", LIST.toString())));
            }
            return breaches;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void prepare(Connection connection, List<Exemption> exemptions) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("CREATE TEMP TABLE listed (kind text, name text)");
        }
        try (var statement = connection.prepareStatement("INSERT INTO listed VALUES (?, ?)")) {
            for (var exemption : exemptions) {
                statement.setString(1, exemption.kind());
                statement.setString(2, exemption.name());
                statement.addBatch();
            }
            statement.executeBatch();
        }
        try (var statement = connection.createStatement()) {
            for (var table : List.of(PLACED, TRIGGERS, ACROSS)) {
                statement.execute(table);
            }
        }
    }

    private static List<String> read(Connection connection, String rule) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(rule)) {
            var sentences = new ArrayList<String>();
            while (rows.next()) {
                sentences.add(rows.getString(1));
            }
            return sentences;
        }
    }
}
