package io.godwit.modules;

import io.godwit.core.ChangeTopic;
import io.godwit.sending.MailServerState;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.catcher.MailCatcher;
import io.godwit.smtp.client.RelayTransport;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Wires the transport to the mail server, and the mail catcher where no mail server is set. */
public final class TransportModule implements FeatureModule {

    private final Optional<MailCatcher> catcher;
    private final RelayTransport transport;
    private final MailServerState state = new MailServerState();

    /** Blocks until the transport can be used. */
    public TransportModule(NodeContext node) {
        var settings = node.settings().mail();
        this.catcher = settings.catcher() ? Optional.of(start(node, settings)) : Optional.empty();
        this.transport = new RelayTransport(
                node.vertx(), catcher.map(MailCatcher::address).orElse(settings));
    }

    private static MailCatcher start(NodeContext node, RelaySettings settings) {
        var folder = node.settings().dataDir().resolve("mailbox");
        var changes = node.database().changes();
        return MailCatcher.start(
                        node.vertx(), folder, settings, node.publicUrl(), () -> changes.addToAll(ChangeTopic.MAILBOX))
                .await();
    }

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
        return transport.close().eventually(() -> catcher.map(MailCatcher::close)
                .orElseGet(Future::succeededFuture));
    }
}
