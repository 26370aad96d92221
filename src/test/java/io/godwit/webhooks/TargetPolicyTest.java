package io.godwit.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.google.common.net.InetAddresses;
import io.godwit.dns.AddressRange;
import io.godwit.dns.PublicAddresses;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests whom calls may go to, as far as a URL and addresses tell, and what headers they may have. */
class TargetPolicyTest {

    /**
     * IANA's registries of IPv4 and IPv6 special-purpose addresses, with multicast, written from the registries and apart from the
     * list of the code.
     */
    private static final List<String> SPECIAL = List.of(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.0.8/32",
            "192.0.0.170/31",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "255.255.255.255/32",
            "::/128",
            "::1/128",
            "::/96",
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "100::/64",
            "100:0:0:1::/64",
            "2001::/32",
            "2001:2::/48",
            "2001:10::/28",
            "2001:20::/28",
            "2001:30::/28",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20",
            "5f00::/16",
            "fc00::/7",
            "fe80::/10",
            "fec0::/10",
            "ff00::/8");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1",
                "http://127.0.0.1:80/x",
                "http://localhost",
                "http://LOCALHOST./x",
                "http://a.localhost",
                "http://localhost.localdomain",
                "http://[::1]/",
                "http://[::]/",
                "http://0.0.0.0",
                "http://0",
                "http://127.1",
                "http://127.0.1",
                "http://2130706433",
                "http://0x7f000001",
                "http://0x7f.1",
                "http://0177.0.0.1",
                "http://017700000001",
                "http://127.0.0.1.",
                "http://127.0.0.01",
                "http://08.8.8.8",
                "http://8.8.8",
                "http://134744072",
                "http://256.1.1.1",
                "http://1.2.3.4.5",
                "http://１２７.０.０.１",
                "http://127。0。0。1",
                "http://①②⑦.0.0.1",
                "http://169.254.169.254/latest/meta-data",
                "http://10.0.0.1",
                "http://172.16.0.1",
                "http://172.31.255.255",
                "http://192.168.1.1",
                "http://100.64.0.1",
                "http://198.18.0.1",
                "http://198.19.255.255",
                "http://224.0.0.1",
                "http://239.255.255.255",
                "http://255.255.255.255",
                "http://[fd00::1]",
                "http://[fc00::1]",
                "http://[fe80::1]",
                "http://[fe80::1%25lo]",
                "http://[fe80::1%lo]",
                "http://[::ffff:127.0.0.1]",
                "http://[::ffff:7f00:1]",
                "http://[::ffff:8.8.8.8]",
                "http://[::127.0.0.1]",
                "http://[64:ff9b::7f00:1]",
                "http://[64:ff9b::127.0.0.1]",
                "http://[2002:7f00:1::]",
                "http://[2001:0:1::1]",
                "http://[ff02::1]",
                "http://[8.8.8.8]",
                "http://[]",
                "http://[::1",
                "http://user:pw@example.com",
                "http://example.com@127.0.0.1",
                "http://@example.com",
                "http://example.com:22",
                "http://example.com:25",
                "https://example.com:465",
                "https://example.com:587",
                "http://example.com:5432",
                "http://example.com:5701",
                "http://example.com:6379",
                "http://example.com:0",
                "http://example.com:65536",
                "http://example.com:99999",
                "http://example.com:80:80",
                "http://example.com:+80",
                "http://example.com:８０",
                "file:///etc/passwd",
                "gopher://example.com",
                "ftp://example.com",
                "jar:http://example.com",
                "javascript:alert(1)",
                "//example.com",
                "example.com",
                "http:example.com",
                "http:/example.com",
                "http:\\\\example.com",
                "http://example.com\\@127.0.0.1",
                "http://127.0.0.1\\@example.com",
                "http://",
                "http:///x",
                "http://.",
                "http://..",
                "http://example..com",
                "http://-example.com",
                "http://exa mple.com",
                "http://exa%6dple.com",
                "http://%31%32%37.0.0.1",
                "http://example.com\r\nHost: evil",
                "http://exam\tple.com",
                "http://example.com/\u0000",
                "",
                " ",
                "file://{{host}}/",
                "ftp://{{host}}/"
            })
    void whatIsNotPublicOrCannotBeReadIsAMistake(String url) {
        var mistake = TargetPolicy.STRICT.mistake(url);

        assertThat(mistake).isPresent();
        assertThat(mistake.get()).endsWith(".").doesNotContain("SSRF");
    }

    @ParameterizedTest
    @CsvSource({
        "https://example.com,https://example.com:443/",
        "HTTPS://Example.COM./a?b#c,https://example.com:443/a?b",
        "http://example.com:8080?x=1,http://example.com:8080/?x=1",
        "http://example.com:/x,http://example.com:80/x",
        "https://8.8.8.8/x,https://8.8.8.8:443/x",
        "https://[2606:4700::1111]:8443/,'https://[2606:4700::1111]:8443/'",
        "https://[2606:4700:0:0:0:0:0:1111]/,'https://[2606:4700::1111]:443/'",
        "https://bücher.example/ä b,https://xn--bcher-kva.example:443/%C3%A4%20b",
        "https://straße.example/,https://xn--strae-oqa.example:443/",
        "https://💩.example/,https://xn--ls8h.example:443/",
        "https://xn--bcher-kva.example,https://xn--bcher-kva.example:443/",
        "https://my_host.example.com/a%20b/@c:d,https://my_host.example.com:443/a%20b/@c:d",
        "'https://example.com/<\"{|}>',https://example.com:443/%3C%22%7B%7C%7D%3E",
        "https://1.example.com,https://1.example.com:443/",
        "https://0x7f.example.com,https://0x7f.example.com:443/"
    })
    void aPublicUrlIsReadInOneWay(String url, String read) {
        var target = TargetPolicy.STRICT.read(url);

        assertThat(TargetPolicy.STRICT.mistake(url)).isEmpty();
        assertThat(target.origin() + target.path()).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{data.url}}",
                "https://{{data.host}}/x",
                "https://example.com:{{data.port}}/x",
                "https://example.com/{{ a | b }}?c={{d}}",
                "  https://example.com/x  "
            })
    void whatAVariableSaysIsLookedAtLater(String url) {
        assertThat(TargetPolicy.STRICT.mistake(url)).isEmpty();
    }

    @Test
    void noAddressOfASpecialBlockIsPublic() {
        var random = new Random(7);
        for (var block : SPECIAL) {
            var range = AddressRange.of(block);
            for (var at = 0; at < 200; at++) {
                var address = within(range, random, at);
                assertThat(PublicAddresses.isPublic(address))
                        .as(block + " " + address)
                        .isFalse();
            }
        }
    }

    @Test
    void everyIpv4AddressOutsideTheBlocksIsPublicAndIpv6OnlyGlobalUnicast() throws UnknownHostException {
        var random = new Random(8);
        var special = SPECIAL.stream().map(AddressRange::of).toList();
        for (var at = 0; at < 200_000; at++) {
            var bytes = new byte[at % 2 == 0 ? 4 : 16];
            random.nextBytes(bytes);
            if (bytes.length == 16 && at % 3 == 0) {
                bytes[0] = 0x20;
            }
            var address = InetAddress.getByAddress(bytes);
            var isSpecial = special.stream().anyMatch(range -> range.contains(address));
            var isUnicast = bytes.length == 4 || (bytes[0] & 0xe0) == 0x20;
            if (bytes.length == 4 || (bytes[0] != 0x20 || bytes[1] != 1)) {
                // An assertion costs more than what it checks here, two hundred thousand times.
                if (PublicAddresses.isPublic(address) != (isUnicast && !isSpecial)) {
                    fail(String.valueOf(address));
                }
            }
        }
    }

    @Test
    void theEdgesOfBlocksAreSharp() {
        var outside = List.of(
                "1.0.0.0",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2001:200::",
                "2001:db7:ffff::",
                "2001:db9::",
                "2003::",
                "3ffe:ffff::",
                "3fff:1000::");

        assertThat(outside).allMatch(text -> PublicAddresses.isPublic(InetAddresses.forString(text)));
    }

    private static InetAddress within(AddressRange range, Random random, int at) {
        var bytes = range.first().getAddress();
        var noise = new byte[bytes.length];
        if (at == 1) {
            java.util.Arrays.fill(noise, (byte) 0xff);
        } else if (at > 1) {
            random.nextBytes(noise);
        }
        for (var bit = range.bits(); bit < bytes.length * 8; bit++) {
            bytes[bit / 8] |= (byte) (noise[bit / 8] & (0x80 >> (bit % 8)));
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Test
    void theOperatorOpensRangesAndPlacesAndNothingElse() {
        var targets = new TargetPolicy(
                List.of("10.1.0.0/16", "crm.internal:5432", "[::1]:9000", "localhost:7777", "64:ff9b::/96"),
                Set.of(8080));

        assertThat(List.of(
                        "http://10.1.2.3/",
                        "http://[::1]:9000/",
                        "http://crm.internal:5432/",
                        "http://localhost:7777/",
                        "https://[64:ff9b::808:808]/"))
                .allMatch(url -> targets.mistake(url).isEmpty());
        assertThat(List.of(
                        "http://10.2.2.3/",
                        "http://10.1.2.3:22/",
                        "http://[::1]:9001/",
                        "http://crm.internal:25/",
                        "http://127.0.0.1:7777/",
                        "http://localhost/",
                        "https://example.com:8080/",
                        "https://[64:ff9b::7f00:1]/"))
                .allMatch(url -> targets.mistake(url).isPresent());
        assertThatThrownBy(() -> new TargetPolicy(List.of("everything"), Set.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "content-length",
                "Transfer-Encoding",
                "Connection",
                "Upgrade",
                "TE",
                "Trailer",
                "Expect",
                "Keep-Alive",
                "Accept-Encoding",
                "Content-Encoding",
                "Proxy-Authorization",
                "Webhook-Id",
                "webhook-signature",
                "webhook-timestamp",
                "",
                " ",
                "a b",
                "a:b",
                "a\r\nb",
                "ä",
                "a\u0000"
            })
    void headersOfTheConnectionAndOursCannotBeSet(String name) {
        assertThat(CallHeaders.mistakes(Map.of(name, "x"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nb", "a\nb", "a\rb", "a\u0000", "\u0085", "a\u007f"})
    void noValueBreaksItsLine(String value) {
        assertThat(CallHeaders.mistakes(Map.of("X-A", value))).hasSize(1);
    }

    @Test
    void otherHeadersCanBeSet() {
        assertThat(CallHeaders.mistakes(Map.of(
                        "Authorization", "Bearer x", "X-A", "a\tb ü", "Content-Type", "text/plain", "Cookie", "a=b")))
                .isEmpty();
        assertThat(CallHeaders.mistakes(Map.of("X-A", "x".repeat(5_000)))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "https://u:p@example.com/a?token=x&b=#frag,https://example.com/a?token=***&b=***",
        "https://example.com/a,https://example.com/a",
        "https://example.com/a?s3cret,https://example.com/a?***",
        "https://example.com?a=b=c,https://example.com?a=***",
        "https://example.com/{{a ?? b}}/c?d=e,https://example.com/{{a ?? b}}/c?d=***",
        "https://example.com/{{#if a}}b{{/if}}#c,https://example.com/{{#if a}}b{{/if}}",
        "https://example.com/{{x?token=s3cret}},https://example.com/{{x?token=***",
        "https://example.com/{{x?s3cret,https://example.com/{{x?***",
        "https://u:p/q@example.com/,https://u:p/q@example.com/"
    })
    void aMaskedUrlHasNoSecret(String url, String masked) {
        assertThat(SecretMasker.url(url)).isEqualTo(masked);
    }
}
