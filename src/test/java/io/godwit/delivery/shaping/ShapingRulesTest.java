package io.godwit.delivery.shaping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapingRulesTest {

    private static final ShapingRules RULES = ShapingRules.standard();

    @ParameterizedTest
    @CsvSource({
        "gmail.com, gmail-smtp-in.l.google.com, google",
        "example.com, aspmx.l.google.com, google",
        "yahoo.com, mta5.am0.yahoodns.net, yahoo",
        "hotmail.com, hotmail-com.olc.protection.outlook.com, outlook",
        "example.com, example-com.mail.protection.outlook.com, exchange-online",
        "example.com, example-com.a-v1.mx.microsoft, exchange-online-dane",
        "icloud.com, mx01.mail.icloud.com, apple",
        "comcast.net, mx1.comcast.net, comcast",
        "orange.fr, smtp-in.orange.fr, orange",
        "qq.com, mx1.qq.com, qq",
        "163.com, 163mx00.mxmail.netease.com, netease",
    })
    void aDestinationBelongsToTheProviderOfItsHosts(String domain, String host, String provider) {
        var site = RULES.siteOf(domain, List.of(host));

        assertThat(site.provider()).contains(provider);
    }

    @Test
    void theSitesOfAProviderThatCountsThemTogetherAreOne() {
        assertThat(RULES.siteOf("a.example", List.of("aspmx.l.google.com", "alt1.aspmx.l.google.com")))
                .isEqualTo(RULES.siteOf("b.example", List.of("smtp.google.com.")));
    }

    @Test
    void theSitesOfOtherProvidersAndOfUnknownHostsAreApart() {
        assertThat(RULES.siteOf("a.example", List.of("mx00.gmx.net")).name())
                .isEqualTo("gmx:mx00.gmx.net")
                .isNotEqualTo(
                        RULES.siteOf("b.example", List.of("mx-ha02.web.de")).name());
        assertThat(RULES.siteOf("a.example", List.of("MX2.other.example", "mx1.other.example")))
                .returns("mx1.other.example,mx2.other.example", ShapedSite::name)
                .returns(Optional.empty(), ShapedSite::provider)
                .returns(RULES.defaults(), ShapedSite::limits);
    }

    @ParameterizedTest
    @CsvSource({
        "gmail.com, gmail-smtp-in.l.google.com",
        "web.de, mx-ha02.web.de",
        "comcast.net, mx1.comcast.net",
        "mail.com, mx00.mail.com",
        "a.example, mx1.other.example",
    })
    void aSiteIsFoundByItsNameAsByItsDestinations(String domain, String host) {
        var site = RULES.siteOf(domain, List.of(host));

        assertThat(RULES.siteNamed(site.name())).isEqualTo(site);
    }

    @Test
    void aDestinationThatMixesProvidersBelongsToNone() {
        assertThat(RULES.siteOf("a.example", List.of("aspmx.l.google.com", "mx.a.example"))
                        .provider())
                .isEmpty();
    }

    @Test
    void aDestinationWithoutHostsIsItsOwnSite() {
        assertThat(RULES.siteOf("a.example", List.of()).name()).isEqualTo("a.example");
    }

    @Test
    void theNameOfALongSetIsShortAndStillItsOwn() {
        var hosts = IntStream.range(0, 50).mapToObj(number -> "mx" + number + ".long.example");
        var others = IntStream.range(0, 51).mapToObj(number -> "mx" + number + ".long.example");

        assertThat(RULES.siteOf("a.example", hosts.toList()).name())
                .hasSizeLessThanOrEqualTo(ShapedSite.MAX_NAME)
                .isNotEqualTo(RULES.siteOf("a.example", others.toList()).name());
    }

    @Test
    void anOperatorsFileGoesOverTheRulesOfTheJar() {
        var rules = RULES.with("""
                default:
                  connections: 3
                providers:
                  google:
                    mx: [.google.com]
                    together: true
                    connections: 20
                    max-rate: 10/m
                  house:
                    mx: [mail.house.example]
                    start-rate: 2/s
                replies:
                  - text: come back tomorrow
                    codes: ['451']
                    class: rate-limited
                    scope: source
                    suspend: 12h
                """);

        assertThat(rules.defaults().connections()).isEqualTo(3);
        assertThat(rules.defaults().emailsPerConnection()).isEqualTo(100);
        assertThat(rules.siteOf("gmail.com", List.of("gmail-smtp-in.l.google.com"))
                        .limits())
                .returns(20, SiteLimits::connections)
                .returns(600, SiteLimits::maxRate)
                .returns(600, SiteLimits::startRate);
        assertThat(rules.siteOf("house.example", List.of("mail.house.example"))
                        .limits()
                        .startRate())
                .isEqualTo(7_200);
        assertThat(rules.siteOf("yahoo.com", List.of("mta5.am0.yahoodns.net")).provider())
                .contains("yahoo");
        assertThat(rules.replies()).hasSize(RULES.replies().size() + 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "providers: {google: {mx: [.g.example], conections: 3}} | google has the unknown member \"conections\"",
                "providers: {google: {connections: 3}} | google: google needs mx or domains",
                "default: {connections: 0} | connections of default must be a whole number of 1 or more, not \"0\"",
                "default: {max-rate: fast} | max-rate of default must be a rate such as 100/s, 10/m or 3600/h, not \"fast\"",
                "default: {idle: 1} | idle of default must be a number and a unit (s, m, h, d), not \"1\"",
                "default: {tls: maybe} | tls of default must be one of opportunistic, required, not \"maybe\"",
                "replies: [{text: '('}] | text of reply rule 1 must be a regular expression",
                "replies: [{text: x, class: dead}] | must not make an address dead",
                "replies: [{text: x, scope: galaxy}] | scope of reply rule 1 must be one of message, mailbox",
                "'[1, 2]' | the file must be an object with members",
                "'{a: [}' | no YAML",
            })
    void aMistakeInAnOperatorsFileIsNamed(String yaml, String mistake) {
        assertThatThrownBy(() -> RULES.with(yaml)).hasMessageContaining(mistake);
    }

    @Test
    void theExamplesOfThePageAreRules() throws IOException {
        var page = Files.readString(Path.of("src/site/markdown/traffic-shaping.md"));
        var examples = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(examples).hasSizeGreaterThan(8);
        assertThat(examples)
                .allSatisfy(example -> assertThat(RULES.with(example).providers())
                        .hasSizeGreaterThanOrEqualTo(RULES.providers().size()));
    }

    @Test
    void anOperatorsFileIsReadByItsSetting(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("shaping.yaml"), "default: {connections: 2}");

        assertThat(ShapingRules.read(reader(file.toString())).defaults().connections())
                .isEqualTo(2);
        assertThat(ShapingRules.read(reader("")).defaults().connections()).isEqualTo(10);

        var absent = reader(folder.resolve("absent.yaml").toString());
        ShapingRules.read(absent);
        assertThatThrownBy(() -> absent.build(() -> "settings"))
                .hasMessageContaining("mail.shaping.rules")
                .hasMessageContaining("absent.yaml");
    }

    private static SettingsReader reader(String file) {
        return new SettingsReader(Map.of("mail.shaping.rules", file), Map.of(), Map.of(), List.of());
    }

    @Test
    void allMistakesAreNamedAtOnce() {
        assertThatThrownBy(() -> RULES.with("default: {connections: x, idle: y}\nfoo: 1"))
                .hasMessageContaining("connections of default")
                .hasMessageContaining("idle of default")
                .hasMessageContaining("\"foo\"");
    }
}
