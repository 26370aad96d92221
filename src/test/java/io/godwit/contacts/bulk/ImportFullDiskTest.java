package io.godwit.contacts.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An import when there is no space for its file: files of jobs are rows, so it is PostgreSQL that has none. */
@GodwitServer
class ImportFullDiskTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final byte[] CSV = "email\nada@example.com\n".getBytes(StandardCharsets.UTF_8);

    private static TestServer server;
    private static JobApi client;

    @BeforeAll
    static void start() {
        client = new JobApi(server.baseUrl(), server.secretKey(0));
    }

    /** As PostgreSQL tells it when a file cannot grow (53100, disk_full). */
    @Test
    void anImportOnAFullDiskIsA503AndLeavesNoHalfJob() {
        server.database().query("""
                CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$
                """);
        server.database()
                .query("CREATE TRIGGER no_room BEFORE INSERT ON job_files FOR EACH ROW EXECUTE FUNCTION no_room()");

        var refused = client.upload("contacts.csv", "text/csv", CSV, Map.of("Idempotency-Key", "again"));

        assertThat(refused.status()).as(refused.text()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(server.database().count("SELECT count(*) FROM jobs")).isZero();
        assertThat(server.database().count("SELECT count(*) FROM job_files")).isZero();
        assertThat(server.database().count("SELECT count(*) FROM idempotency_keys"))
                .isZero();

        server.database().query("DROP TRIGGER no_room ON job_files");
        var taken = await().atMost(TIMEOUT)
                .until(
                        () -> client.upload("contacts.csv", "text/csv", CSV, Map.of("Idempotency-Key", "again")),
                        answer -> answer.status() != 503);
        assertThat(taken.status()).as(taken.text()).isEqualTo(202);
        assertThat(client.ended(taken.body().getString("jobId")).getString("state"))
                .isEqualTo("completed");
        assertThat(server.database().count("SELECT count(*) FROM contacts")).isEqualTo(1);
    }
}
