package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.BaseEncoding;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An authenticator app that was told a secret, and the calls that set one up. */
public record AuthenticatorApp(byte[] secret, List<String> recoveryCodes) {

    private static final String MINE = "/users/@me/second-factor";

    /** Of the step that is so many away from the present one. */
    public String code(int away) {
        try {
            var step = Instant.now().getEpochSecond() / 30 + away;
            var mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret, "HmacSHA1"));
            var hash = mac.doFinal(ByteBuffer.allocate(8).putLong(step).array());
            var at = hash[19] & 15;
            var binary = ByteBuffer.wrap(hash, at, 4).getInt() & 0x7fffffff;
            return String.format(Locale.ROOT, "%06d", binary % 1_000_000);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** An app that was told the secret as a page shows it, in groups of base 32, and knows no recovery codes. */
    public static AuthenticatorApp of(String shown) {
        return new AuthenticatorApp(BaseEncoding.base32().decode(shown.replace(" ", "")), List.of());
    }

    public static AuthenticatorApp enrol(BrowserUser person) {
        var secret =
                of(data(begin(person, person.password())).getString("secret")).secret();
        var confirmed = data(confirm(person, new AuthenticatorApp(secret, List.of()).code(0)));
        var codes = confirmed.getJsonArray("recoveryCodes").stream()
                .map(String::valueOf)
                .toList();
        return new AuthenticatorApp(secret, codes);
    }

    public static HttpResponse<String> begin(BrowserUser person, String password) {
        return person.post(MINE, new JsonObject().put("password", password));
    }

    public static HttpResponse<String> confirm(BrowserUser person, String code) {
        return person.post(MINE + "/confirm", new JsonObject().put("code", code));
    }

    public static JsonObject state(BrowserUser person) {
        return data(person.get(MINE));
    }

    public static JsonObject data(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body()).getJsonObject("data");
    }
}
