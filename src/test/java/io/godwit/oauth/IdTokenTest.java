package io.godwit.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.SignedJWT;
import io.godwit.kit.net.OpenIdServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests which signatures count; the content of a signed token is tested by HTTP requests. */
class IdTokenTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final MockOAuth2Server PROVIDER = OpenIdServer.start();

    @AfterAll
    static void stop() {
        PROVIDER.shutdown();
        VERTX.close().await();
    }

    @Test
    void theProvidersSignatureCounts() {
        var token =
                IdToken.verify(VERTX, keys("right"), token("right").serialize()).await();

        assertThat(token.subject()).isEqualTo("ada");
    }

    @Test
    void aSignatureOfAnotherKeyDoesNot() {
        refuse(keys("right"), token("other").serialize());
    }

    @Test
    void aTokenIsNotItsOwnWitness() {
        var parts = token("right").serialize().split("\\.", -1);
        var evil = publicKey("other");
        for (var header : List.of(
                new JsonObject().put("alg", "none"),
                new JsonObject().put("alg", "RS256").put("jwk", evil),
                new JsonObject()
                        .put("alg", "RS256")
                        .put("jku", PROVIDER.jwksUrl("other").toString()),
                new JsonObject().put("alg", "RS256").put("kid", evil.getString("kid")))) {
            var signature = token("other").serialize().split("\\.", -1)[2];
            refuse(keys("right"), base64(header.encode()) + "." + parts[1] + "." + signature);
            refuse(keys("right"), base64(header.encode()) + "." + parts[1] + ".");
        }
        refuse(keys("right"), parts[0] + "." + base64("{\"sub\":\"eve\"}") + "." + parts[2]);
        refuse(keys("right"), "garbage");
        refuse(keys("right"), "");
        refuse(keys("right"), parts[0] + "." + "a".repeat(100_000) + "." + parts[2]);
    }

    /** Public text must not be the signing key. */
    @Test
    void aPublicKeyIsNoSharedSecret() throws GeneralSecurityException {
        var key = publicKey("right");
        var body =
                base64("{\"alg\":\"HS256\"}") + "." + token("right").serialize().split("\\.", -1)[1];
        for (var secret : List.of(key.encode(), key.getString("n"))) {
            refuse(keys("right"), body + "." + hmac(secret.getBytes(UTF_8), body));
        }
        var shared = new JsonObject().put("kty", "oct").put("alg", "HS256").put("k", base64("shared"));
        var mixed = new JsonObject().put("keys", new JsonArray().add(shared).add(key));
        refuse(mixed, body + "." + hmac("shared".getBytes(UTF_8), body));
    }

    @Test
    void withoutKeysNothingCounts() {
        refuse(new JsonObject(), token("right").serialize());
        refuse(new JsonObject().put("keys", new JsonArray()), base64("{\"alg\":\"none\"}") + ".e30.");
    }

    private static void refuse(JsonObject keys, String token) {
        assertThatThrownBy(() -> IdToken.verify(VERTX, keys, token).await()).isNotNull();
    }

    private static SignedJWT token(String issuer) {
        return PROVIDER.issueToken(issuer, "ada", "client", Map.of());
    }

    private static JsonObject keys(String issuer) {
        return new JsonObject().put("keys", new JsonArray().add(publicKey(issuer)));
    }

    private static JsonObject publicKey(String issuer) {
        var keys = PROVIDER.getConfig().getTokenProvider().publicJwkSet(issuer);
        return new JsonObject(keys.toString(true)).getJsonArray("keys").getJsonObject(0);
    }

    private static String hmac(byte[] key, String text) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }
}
