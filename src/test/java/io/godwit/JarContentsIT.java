package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitJar;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Holds the jar to its size and to the licences that go with it. */
final class JarContentsIT {

    @Test
    void theJarCarriesItsLicenceItsNoticeAndThoseOfTheLibrariesInIt() throws IOException {
        try (var jar = new ZipFile(GodwitJar.path().toFile())) {
            assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
            assertThat(text(jar, "META-INF/NOTICE")).startsWith("Godwit");
            assertThat(text(jar, "META-INF/THIRD-PARTY.txt"))
                    .contains("io.vertx:vertx-core", "org.postgresql:postgresql", "ch.qos.logback:logback-classic")
                    .doesNotContain("junit", "subethasmtp", "Unknown license");
            assertThat(text(jar, "META-INF/licenses/postgresql-jar/META-INF/LICENSE"))
                    .contains("PostgreSQL");
            assertThat(Collections.list(jar.entries()))
                    .extracting(ZipEntry::getName)
                    .filteredOn(name -> name.startsWith("META-INF/licenses/") && !name.endsWith("/"))
                    .hasSizeGreaterThan(71);
        }
    }

    @Test
    void theJarCarriesTheListOfItsPartsForMachines() throws IOException {
        try (var jar = new ZipFile(GodwitJar.path().toFile())) {
            var list = new JsonObject(text(jar, "META-INF/sbom/godwit.cdx.json"));

            assertThat(list.getString("bomFormat")).isEqualTo("CycloneDX");
            assertThat(list.getJsonArray("components")).hasSizeGreaterThan(100);
        }
    }

    @Test
    void programsForOtherMachinesAreThereAndPackedWithoutCopies() throws IOException {
        try (var jar = new ZipFile(GodwitJar.path().toFile())) {
            assertThat(jar.getEntry("postgres-darwin-arm_64.txz").getSize()).isBetween(10L << 20, 40L << 20);
            assertThat(jar.getEntry("amazon-linux-aarch_64.jar").getSize()).isGreaterThan(1 << 20);
        }
    }

    private static String text(ZipFile jar, String name) throws IOException {
        var entry = jar.getEntry(name);
        assertThat(entry).as(name).isNotNull();
        return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }
}
