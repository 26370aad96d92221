package io.godwit.commands.doctor;

import io.godwit.config.Settings;
import io.godwit.core.LoopbackAddress;
import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.delivery.check.CheckResult.State;
import io.godwit.delivery.check.DeliveryCheck;
import io.godwit.delivery.relay.NamedRelay;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.client.RelayTransport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks the way emails leave: a session with each relay, up to the login, or port 25 of other mail servers with direct delivery.
 * Sends nothing.
 */
record OutgoingCheck(Settings settings, DeliveryCheck direct) implements InstallationCheck {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "outgoing";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("mail.", "dns.");
    }

    @Override
    public Future<List<CheckResult>> run(Vertx vertx) {
        if (settings.direct().mode() == Mode.DIRECT) {
            return direct.sources(LIMIT);
        }
        if (settings.catchesMail()) {
            return Future.succeededFuture(
                    List.of(
                            new Check(name(), "")
                                    .ok(
                                            "No email leaves: the mail catcher keeps all of them, as GODWIT_MAIL_HOST names no mail server")));
        }
        return relays(vertx);
    }

    private Future<List<CheckResult>> relays(Vertx vertx) {
        var results = Stream.concat(
                        Stream.of(settings.mail()),
                        settings.relays().others().stream().map(NamedRelay::settings))
                .map(relay -> session(vertx, relay))
                .toList();
        return Future.all(results)
                .map(ignored -> evaluated(results.stream().map(Future::result).toList()));
    }

    private Future<CheckResult> session(Vertx vertx, RelaySettings relay) {
        var check = new Check(name(), relay.host().orElse("") + ":" + relay.port());
        var transport = RelayTransport.create(vertx, relay);
        return transport
                .probe(LIMIT)
                .map(ignored -> taken(check, relay))
                .otherwise(failure -> failed(check, failure))
                .eventually(transport::close);
    }

    private static CheckResult taken(Check check, RelaySettings relay) {
        if (relay.username().isEmpty()) {
            return check.ok("The mail server greets this machine");
        }
        var checked = relay.tls() == RelaySettings.Tls.REQUIRED || relay.tls() == RelaySettings.Tls.IMPLICIT;
        var isHere = relay.host().filter(LoopbackAddress::isLoopbackHost).isPresent();
        return checked || isHere
                ? check.ok("The mail server greets this machine and takes the login")
                : check.warning(
                        "The mail server takes the login, but its certificate is not checked: a machine in its place could read the password",
                        "Set GODWIT_MAIL_TLS to required, or to implicit with port 465.");
    }

    private static CheckResult failed(Check check, Throwable failure) {
        if (failure instanceof SmtpException refused && refused.reply().isPresent()) {
            var reply = refused.reply().get();
            return check.failed(
                    "The session with the mail server failed: " + reply.code() + " " + reply.text(),
                    "Read the reply; correct GODWIT_MAIL_USERNAME, GODWIT_MAIL_PASSWORD or GODWIT_MAIL_TLS, or ask its operator.");
        }
        if (failure instanceof SmtpException encryption
                && encryption.tlsFailure().isPresent()) {
            return check.failed(
                    "The session cannot be encrypted: " + encryption.getMessage(),
                    "Correct GODWIT_MAIL_TLS and GODWIT_MAIL_PORT: 465 is for implicit, 587 for required.");
        }
        return check.failed(
                "No mail server greets this machine within " + LIMIT.toSeconds() + " s",
                "Correct GODWIT_MAIL_HOST and GODWIT_MAIL_PORT, or open the way there in the firewall.");
    }

    /** While one relay takes email the others only are missed. */
    private static List<CheckResult> evaluated(List<CheckResult> results) {
        var works = results.stream().anyMatch(result -> result.state() == State.OK);
        return results.stream()
                .map(result -> works && result.state() == State.FAILED ? result.asWarning() : result)
                .toList();
    }
}
