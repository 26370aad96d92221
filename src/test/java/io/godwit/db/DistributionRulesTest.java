package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.DistributionRules.Exemption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each table of the schema can be distributed by project, or stands in a list with the reason why it need not be. The operations
 * page tells which steps lead there.
 */
final class DistributionRulesTest {

    @Test
    void everyTableCanBeDistributedByProject() {
        var database = TestPostgres.newDatabase();

        assertThat(DistributionRules.breaches(database, DistributionRules.exemptions()))
                .isEmpty();
    }

    @Test
    void aNewTableOfProjectsThatObeysIsTaken() {
        assertThat(breaches("""
                        CREATE TABLE made (project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE, id uuid NOT NULL,
                                           name text, contact_id uuid, maker uuid REFERENCES users ON DELETE SET NULL,
                                           PRIMARY KEY (project_id, id), UNIQUE (name, project_id),
                                           FOREIGN KEY (contact_id, project_id) REFERENCES contacts (id, project_id));
                        CREATE INDEX made_by_name ON made (project_id, name)""")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CREATE TABLE made (id uuid PRIMARY KEY) | Table made has no column project_id. Add one
            CREATE TABLE made (project_id uuid NOT NULL, id uuid PRIMARY KEY) | Index made_pkey of table made is unique without the project
            CREATE TABLE made (project_id uuid NOT NULL, hash bytea UNIQUE) | Index made_hash_key of table made is unique without the project
            CREATE TABLE made (project_id uuid NOT NULL, a int); CREATE UNIQUE INDEX made_a ON made (a) INCLUDE (project_id) | Index made_a of table made is unique
            CREATE TABLE made (project_id uuid NOT NULL, a int, EXCLUDE USING btree (a WITH =)) | The exclusion constraint made_a_excl of table made
            CREATE TABLE made (project_id uuid, a int) | Column project_id of table made distributes the table
            CREATE TABLE made (project_id text NOT NULL, a int) | Column project_id of table made distributes the table
            CREATE TABLE made (project_id uuid NOT NULL, owner uuid, field text, FOREIGN KEY (owner, field) REFERENCES fields (project_id, name)) | The foreign key made_owner_field_fkey of table made must join project_id
            CREATE TABLE made (project_id uuid NOT NULL, report uuid REFERENCES inbound_reports) | The foreign key made_report_fkey of project table made cannot point to coordinator table inbound_reports
            ALTER TABLE sessions ADD project uuid REFERENCES projects | The foreign key sessions_project_fkey of coordinator table sessions cannot point to by id table projects
            CREATE TABLE made (project_id uuid NOT NULL REFERENCES projects ON DELETE SET NULL) | The foreign key made_project_id_fkey of table made would change project_id
            CREATE TABLE made (project_id uuid NOT NULL, number int GENERATED ALWAYS AS IDENTITY) | Column number of table made counts by itself
            CREATE TABLE made (project_id uuid NOT NULL, number serial) | Column number of table made counts by itself
            CREATE TRIGGER made AFTER INSERT ON contacts EXECUTE FUNCTION count_visits() | Trigger contacts.made runs on each part
            CREATE INDEX made ON contacts (email) | Index made of table contacts does not begin with the project
            CREATE INDEX made ON contacts (lower(email)) | Index made of table contacts does not begin with the project
            ALTER TABLE nodes ADD project_id uuid NOT NULL | Table nodes has a column project_id, so its line
            DROP TABLE nodes | The line of nodes (coordinator) in
            DROP INDEX hits_by_age | The line of hits_by_age (across) in
            DROP TRIGGER count_deleted ON executions | The line of executions.count_deleted (trigger) in
            """)
    void aBreachIsFound(String change, String sentence) {
        assertThat(breaches(change)).singleElement().asString().startsWith(sentence);
    }

    @Test
    void aTableWithALineIsTaken() {
        var exemptions = new ArrayList<>(DistributionRules.exemptions());
        exemptions.add(new Exemption("coordinator", "made", "For this test"));
        var database = TestPostgres.newDatabase();
        TestPostgres.execute(database, "CREATE TABLE made (id uuid PRIMARY KEY)");

        assertThat(DistributionRules.breaches(database, exemptions)).isEmpty();
    }

    private static List<String> breaches(String change) {
        var database = TestPostgres.newDatabase();
        TestPostgres.execute(database, change);
        return DistributionRules.breaches(database, DistributionRules.exemptions());
    }
}
