package io.godwit.inbound;

import io.godwit.core.id.Ids;
import io.godwit.inbound.sns.CertificateFetcher;
import io.godwit.kit.RsaKeys;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.math.BigInteger;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An Amazon of our own: it signs as SNS does, and its host hands out the certificate. */
public final class SnsDouble implements CertificateFetcher {

    public static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:mail";
    public static final String HOST = "https://sns.eu-central-1.amazonaws.com";
    public static final String CERTIFICATE = HOST + "/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem";

    private static final List<String> OF_NOTIFICATION =
            List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type");
    private static final List<String> OF_CONFIRMATION =
            List.of("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type");

    /** Three digits always: what is signed is written so, also at the full second. */
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    /** Every Amazon begins with these: new ones take a second of a core. */
    private static final KeyPair FIRST = RsaKeys.fresh();

    private final List<URI> asked = new CopyOnWriteArrayList<>();
    private volatile KeyPair keys = FIRST;
    private volatile boolean away;
    private volatile int status = 200;
    private volatile String name = "sns.amazonaws.com";

    @Override
    public Fetched get(URI address) throws IOException {
        asked.add(address);
        if (away) {
            throw new ConnectException("nobody there");
        }
        return new Fetched(status, pem().getBytes(StandardCharsets.US_ASCII));
    }

    public List<URI> asked() {
        return asked;
    }

    public void away(boolean now) {
        away = now;
    }

    public void answers(int status) {
        this.status = status;
    }

    public void rotate() {
        keys = RsaKeys.fresh();
    }

    /** Certificates made from now on are for this host. */
    public void calledAs(String host) {
        name = host;
    }

    /** About to be signed. */
    public JsonObject notification(String message) {
        return new JsonObject()
                .put("Type", "Notification")
                .put("MessageId", Ids.next().toString())
                .put("TopicArn", TOPIC)
                .put("Message", message)
                .put("Timestamp", MILLIS.format(Instant.now()))
                .put("SignatureVersion", "2")
                .put("SigningCertURL", CERTIFICATE)
                .put("UnsubscribeURL", HOST + "/?Action=Unsubscribe");
    }

    public JsonObject confirmation(String subscribeUrl) {
        return notification("You have chosen to subscribe")
                .put("Type", "SubscriptionConfirmation")
                .put("Token", "token")
                .put("SubscribeURL", subscribeUrl);
    }

    public JsonObject signed(JsonObject message) {
        var names = message.getString("Type").equals("Notification") ? OF_NOTIFICATION : OF_CONFIRMATION;
        var text = names.stream()
                .filter(message::containsKey)
                .flatMap(name -> Stream.of(name, message.getString(name)))
                .map(line -> line + "\n")
                .reduce("", String::concat);
        var algorithm = message.getString("SignatureVersion").equals("1") ? "SHA1withRSA" : "SHA256withRSA";
        try {
            var signer = Signature.getInstance(algorithm);
            signer.initSign(keys.getPrivate());
            signer.update(text.getBytes(StandardCharsets.UTF_8));
            return message.put("Signature", Base64.getEncoder().encodeToString(signer.sign()));
        } catch (GeneralSecurityException failed) {
            throw new AssertionError(failed);
        }
    }

    String pem() {
        try {
            var subject = new X500Principal("CN=" + name);
            var now = Instant.now();
            var certificate = new JcaX509v3CertificateBuilder(
                            subject,
                            BigInteger.ONE,
                            Date.from(now.minus(1, ChronoUnit.DAYS)),
                            Date.from(now.plus(1, ChronoUnit.DAYS)),
                            subject,
                            keys.getPublic())
                    .build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate()));
            var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
            return "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n";
        } catch (OperatorCreationException | IOException failed) {
            throw new AssertionError(failed);
        }
    }
}
