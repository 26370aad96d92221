package io.godwit.delivery.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The record and the file of an MTA-STS policy, as RFC 8461 §3 writes them. */
class StsPolicyTest {

    private static final String FILE =
            "version: STSv1\nmode: enforce\nmx: mail.a.test\nmx: *.b.test\nmax_age: 604800\n";

    @Test
    void aFileNamesItsModeItsHostsAndItsAge() {
        var policy = StsPolicy.parse(FILE).orElseThrow();

        assertThat(policy.mode()).isEqualTo(StsPolicy.Mode.ENFORCE);
        assertThat(policy.mxHosts()).containsExactly("mail.a.test", "*.b.test");
        assertThat(policy.maxAge()).isEqualTo(Duration.ofDays(7));
        assertThat(policy.lines()).startsWith("version: STSv1");
    }

    @Test
    void linesMayEndAsOnWindowsAndComeInAnyOrderWithUnknownOnesAmongThem() {
        var file = "max_age:86400\r\nextra: x:y\r\nmx:a.test\r\nmode:  testing  \r\nversion: STSv1";

        assertThat(StsPolicy.parse(file).map(StsPolicy::mode)).contains(StsPolicy.Mode.TESTING);
    }

    @Test
    void anAgeIsAYearAtMost() {
        var policy = StsPolicy.parse(FILE.replace("604800", "9999999999")).orElseThrow();

        assertThat(policy.maxAge()).isEqualTo(Duration.ofSeconds(31_557_600));
    }

    @Test
    void aPolicyThatEndsNeedsNoHosts() {
        assertThat(StsPolicy.parse("version: STSv1\nmode: none\nmax_age: 0\n")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "version: STSv2\nmode: enforce\nmx: a.test\nmax_age: 1",
                "version: STSv1\nmode: strict\nmx: a.test\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: a.test",
                "version: STSv1\nmode: enforce\nmx: a.test\nmax_age: -1",
                "version: STSv1\nmode: enforce\nmx: a.*.test\nmax_age: 1",
                "version: STSv1\nmode: enforce\nmx: *\nmax_age: 1"
            })
    void anythingElseIsNoPolicy(String file) {
        assertThat(StsPolicy.parse(file)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "mail.a.test, true",
        "MAIL.A.TEST, true",
        "x.b.test, true",
        "x.y.b.test, false",
        "b.test, false",
        ".b.test, false",
        "mail.a.test.evil.test, false"
    })
    void aStarStandsForExactlyOneLabel(String host, boolean covered) {
        assertThat(StsPolicy.parse(FILE).orElseThrow().covers(host)).isEqualTo(covered);
    }

    @Test
    void aRecordHasAnId() {
        assertThat(StsRecord.in(List.of("google-site-verification=1", "v=STSv1; id=20261123;")))
                .contains(new StsRecord("20261123"));
        assertThat(StsRecord.in(List.of("v=STSv1 ; extra=1 ;id=a"))).contains(new StsRecord("a"));
    }

    @Test
    void twoRecordsAndOneWithoutAnIdAnnounceNothing() {
        assertThat(StsRecord.in(List.of("v=STSv1; id=1;", "v=STSv1; id=2;"))).isEmpty();
        assertThat(StsRecord.in(List.of("v=STSv1;"))).isEmpty();
        assertThat(StsRecord.in(List.of("v=STSv1; id=" + "a".repeat(33)))).isEmpty();
        assertThat(StsRecord.in(List.of("v=STSv10; id=1;"))).isEmpty();
        assertThat(StsRecord.in(List.of())).isEmpty();
    }
}
