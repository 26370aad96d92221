package io.godwit.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which correct signatures are refused all the same: weak keys, SHA-1, and keys published for something else. */
@CloseFields
class DkimRulesTest {

    private static final String FIELD = "From: Ada <ada@example.com>\r\n";
    private static final String BODY = "A letter.\r\n";
    private static final String SHA256 = "SHA-256";

    private static KeyPair strong;

    private final Vertx vertx = Vertx.vertx();
    private DnsStub stub;
    private DnsResolver dns;

    @BeforeAll
    static void makeKeys() throws Exception {
        strong = keys(1024);
    }

    @BeforeEach
    void start() throws Exception {
        stub = DnsStub.start();
        var servers = List.of(DnsSettings.server(stub.address()));
        dns = new DnsResolver(vertx, new DnsSettings(servers, Duration.ofSeconds(20), Duration.ofSeconds(60), 50));
    }

    @Test
    void aKeyBelow1024BitsProvesNothing() throws Exception {
        var weak = keys(768);
        publish("strong", strong, "v=DKIM1");
        publish("weak", weak, "v=DKIM1");

        assertThat(check(signed(strong, "strong", SHA256))).isEqualTo(AuthResult.PASS);
        assertThat(check(signed(weak, "weak", SHA256))).isEqualTo(AuthResult.FAIL);
    }

    @Test
    void aSignatureWithSha1ProvesNothing() throws Exception {
        publish("strong", strong, "v=DKIM1");

        assertThat(check(signed(strong, "strong", "SHA-1"))).isEqualTo(AuthResult.FAIL);
    }

    @Test
    void aKeyOfAnotherServiceProvesNothing() throws Exception {
        publish("chat", strong, "v=DKIM1; s=chat");
        publish("email", strong, "v=DKIM1; s=chat : email");
        publish("all", strong, "v=DKIM1; s=*");

        assertThat(check(signed(strong, "chat", SHA256))).isEqualTo(AuthResult.FAIL);
        assertThat(check(signed(strong, "email", SHA256))).isEqualTo(AuthResult.PASS);
        assertThat(check(signed(strong, "all", SHA256))).isEqualTo(AuthResult.PASS);
    }

    @Test
    void aRecordThatIsNoKeyHidesNone() throws Exception {
        stub.txt("mixed._domainkey.example.com", "v=spf1 -all");
        publish("mixed", strong, "v=DKIM1");

        assertThat(check(signed(strong, "mixed", SHA256))).isEqualTo(AuthResult.PASS);
    }

    @Test
    void keysOfTenSignaturesAreAskedForAtMost() throws Exception {
        publish("strong", strong, "v=DKIM1");
        var mail = signed(strong, "strong", SHA256);
        var forged = IntStream.range(0, 200)
                .mapToObj(number -> mail.substring(0, mail.indexOf("From: ")).replace("s=strong", "s=forged" + number))
                .collect(Collectors.joining());

        assertThat(check(forged + mail)).isEqualTo(AuthResult.FAIL);
        assertThat(stub.queries()).hasSizeLessThanOrEqualTo(10);
        assertThat(check(mail.replace("From: Ada", forged + "From: Ada"))).isEqualTo(AuthResult.PASS);
    }

    private AuthResult check(String mail) {
        return DkimVerifier.check(
                        new BlockingDns(dns, Duration.ofSeconds(60)), mail.getBytes(StandardCharsets.ISO_8859_1))
                .result();
    }

    private void publish(String selector, KeyPair keys, String tags) {
        var key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
        stub.txt(selector + "._domainkey.example.com", tags + "; k=rsa; p=", key);
    }

    private static KeyPair keys(int bits) throws Exception {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    /** Signs without jdkim, whose signer need not agree to weak keys. */
    private static String signed(KeyPair keys, String selector, String digest) throws Exception {
        var algorithm = digest.replace("-", "");
        var bodyHash = MessageDigest.getInstance(digest).digest(BODY.getBytes(StandardCharsets.US_ASCII));
        var field = "DKIM-Signature: v=1; a=rsa-" + algorithm.toLowerCase(Locale.ROOT)
                + "; c=simple/simple; d=example.com; s=" + selector + "; h=from; bh="
                + Base64.getEncoder().encodeToString(bodyHash) + "; b=";
        var signature = Signature.getInstance(algorithm + "withRSA");
        signature.initSign(keys.getPrivate());
        signature.update((FIELD + field).getBytes(StandardCharsets.US_ASCII));
        return field + Base64.getEncoder().encodeToString(signature.sign()) + "\r\n" + FIELD + "\r\n" + BODY;
    }
}
