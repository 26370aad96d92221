package io.godwit.modules;

import io.godwit.core.ChangeTopic;
import io.godwit.delivery.relay.FailoverTransport;
import io.godwit.delivery.relay.FailoverTransport.RelayStatus;
import io.godwit.sending.pipeline.MailServerState;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.Transport;
import io.godwit.smtp.catcher.MailCatcher;
import io.godwit.smtp.client.RelayTransport;
import io.godwit.web.Routes;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Wires the transport to the mail server, and the mail catcher where no mail server is set. */
public final class TransportModule implements FeatureModule {

    private final Optional<MailCatcher> catcher;
    private final RelayTransport transport;
    private final Optional<FailoverTransport> failover;
    private final MailServerState state = new MailServerState();

    /** Blocks until the transport can be used. */
    public TransportModule(NodeContext node) {
        var settings = node.settings().mail();
        this.catcher = settings.catcher() ? Optional.of(start(node, settings)) : Optional.empty();
        this.transport = RelayTransport.create(
                node.vertx(), catcher.map(MailCatcher::address).orElse(settings));
        this.failover = Optional.of(node.settings().relays())
                .filter(relays -> !relays.others().isEmpty())
                .map(relays -> new FailoverTransport(node.vertx(), transport, relays));
        relays().forEach(relay -> Gauge.builder("godwit.relay.open", () -> isOpen(relay.name()) ? 1 : 0)
                .tag("relay", relay.name())
                .register(node.meters()));
    }

    private static MailCatcher start(NodeContext node, RelaySettings settings) {
        var folder = node.settings().dataDir().resolve("mailbox");
        var changes = node.database().changes();
        return MailCatcher.start(
                        node.vertx(), folder, settings, node.publicUrl(), () -> changes.addToAll(ChangeTopic.MAILBOX))
                .await();
    }

    private boolean isOpen(String relay) {
        return relays().stream().anyMatch(state -> state.name().equals(relay) && state.open());
    }

    /** The states of the relays in their order; none where there is only one. */
    List<RelayStatus> relays() {
        return failover.map(FailoverTransport::states).orElse(List.of());
    }

    /** The transport of emails: the one relay, or several with fail-over. */
    Transport outgoing() {
        return failover.<Transport>map(several -> several).orElse(transport);
    }

    /** The transport to the relay of {@code mail.host}. */
    RelayTransport transport() {
        return transport;
    }

    /** The state of the mail server, for the node's health. */
    public MailServerState state() {
        return state;
    }

    /** The pages of the catcher, which every node serves. */
    List<Routes> pages() {
        return catcher.map(MailCatcher::routes).stream().toList();
    }

    @Override
    public Future<?> close() {
        return failover.map(FailoverTransport::close)
                .orElseGet(Future::succeededFuture)
                .eventually(transport::close)
                .eventually(() -> catcher.map(MailCatcher::close).orElseGet(Future::succeededFuture));
    }
}
