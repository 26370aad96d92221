package io.godwit.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Tenant;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.HttpReceiver;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Signatures as a receiver checks them, with a verifier written from the text of Standard Webhooks alone. */
@CloseFields
class WebhookSignatureTest {

    private static final Duration DAY = Duration.ofHours(24);

    private static WebhookNodes exchanges;
    private static HttpReceiver receiver;

    @BeforeAll
    static void start() {
        exchanges = new WebhookNodes();
        receiver = HttpReceiver.start();
        exchanges.node();
    }

    @Test
    void aReceiverCanTellOurCallsFromOthers() {
        var tenant = exchanges.project();
        var hit = called(tenant, "/signed", Optional.of("{\"name\":\"Zoë\"}"));
        var secret = secret(tenant);

        assertThat(secret).matches("whsec_[A-Za-z0-9+/]{43}=");
        assertThat(verifies(secret, hit, hit.body())).isTrue();
        assertThat(verifies(secret, hit, hit.body() + " ")).isFalse();
        assertThat(verifies(secret(exchanges.project()), hit, hit.body())).isFalse();
        assertThat(hit.headers().get("webhook-signature")).doesNotContain(" ");
    }

    @Test
    void aCallWithoutBodyIsSignedToo() {
        var tenant = exchanges.project();

        var hit = called(tenant, "/empty", Optional.empty());

        assertThat(verifies(secret(tenant), hit, "")).isTrue();
    }

    private long databaseSeconds() {
        return exchanges.db.count("SELECT floor(extract(epoch FROM now()))::bigint");
    }

    /** A node whose clock is wrong asks PostgreSQL; here the attempt is compared with what PostgreSQL says. */
    @Test
    void theTimestampIsTheDatabases() {
        var before = databaseSeconds();

        var hit = called(exchanges.project(), "/time", Optional.of("{}"));

        assertThat(Long.parseLong(hit.headers().get("webhook-timestamp"))).isBetween(before, databaseSeconds());
    }

    @Test
    void forADayAfterARotationBothSecretsSign() {
        var tenant = exchanges.project();
        var first = secret(tenant);
        rotate(tenant);
        var second = secret(tenant);

        var meanwhile = called(tenant, "/rotated", Optional.of("{}"));
        exchanges.db.query(
                "UPDATE webhook_secrets SET previous_until = now() WHERE project_id = ?",
                tenant.project().value());
        var later = called(tenant, "/later", Optional.of("{}"));

        assertThat(second).isNotEqualTo(first);
        assertThat(verifies(first, meanwhile, "{}")).isTrue();
        assertThat(verifies(second, meanwhile, "{}")).isTrue();
        assertThat(verifies(first, later, "{}")).isFalse();
        assertThat(verifies(second, later, "{}")).isTrue();
    }

    @Test
    void aSecondRotationEndsTheFirstSecret() {
        var tenant = exchanges.project();
        var first = secret(tenant);
        rotate(tenant);
        var second = secret(tenant);
        rotate(tenant);

        var hit = called(tenant, "/twice", Optional.of("{}"));

        assertThat(verifies(first, hit, "{}")).isFalse();
        assertThat(verifies(second, hit, "{}")).isTrue();
        assertThat(verifies(secret(tenant), hit, "{}")).isTrue();
    }

    @Test
    void theSecretIsNotReadableInTheDatabase() {
        var tenant = exchanges.project();
        var key = Base64.getDecoder().decode(secret(tenant).substring("whsec_".length()));

        var row = exchanges
                .db
                .query("SELECT encode(secret, 'hex') AS secret FROM webhook_secrets")
                .toString();

        assertThat(row).doesNotContain(java.util.HexFormat.of().formatHex(key, 0, 16));
    }

    /** The example of the specification's reference libraries: the verifier above is worth something. */
    @Test
    void theVerifierAgreesWithTheSpecificationsExample() {
        var key = Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        var body = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);

        var signed = hmac(key, "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.", body);

        assertThat(signed).isEqualTo("g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    private static HttpReceiver.Hit called(Tenant tenant, String path, Optional<String> body) {
        exchanges.made(exchanges.call(tenant, "POST", receiver.url(path), Map.of(), body));
        return receiver.hits(path).get(0);
    }

    private static String secret(Tenant tenant) {
        return new SigningSecretStore(exchanges.crypto)
                .findOrCreate(exchanges.db.database().workers(), List.of(tenant.project()))
                .await()
                .get(tenant.project())
                .current()
                .text();
    }

    private static void rotate(Tenant tenant) {
        new SigningSecretStore(exchanges.crypto)
                .rotate(exchanges.db.database().workers(), tenant, DAY)
                .await();
    }

    /** Symmetric signatures, as the specification tells receivers to check them; five minutes of tolerance. */
    private static boolean verifies(String secret, HttpReceiver.Hit hit, String body) {
        var key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        var seconds = hit.headers().get("webhook-timestamp");
        var expected =
                hmac(key, hit.headers().get("webhook-id") + "." + seconds + ".", body.getBytes(StandardCharsets.UTF_8));
        var fresh = Math.abs(Instant.now().getEpochSecond() - Long.parseLong(seconds)) < 300;
        return fresh
                && Stream.of(hit.headers().get("webhook-signature").split(" "))
                        .filter(signature -> signature.startsWith("v1,"))
                        .anyMatch(signature -> MessageDigest.isEqual(
                                signature.substring(3).getBytes(StandardCharsets.US_ASCII),
                                expected.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String hmac(byte[] key, String head, byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
