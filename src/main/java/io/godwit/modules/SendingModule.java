package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.PollLoop;
import io.godwit.core.VerpCodec;
import io.godwit.inbound.received.ReceivedEmailLog;
import io.godwit.projects.ProjectMailer;
import io.godwit.sending.Outbox;
import io.godwit.sending.api.SendRoutes;
import io.godwit.sending.log.EmailRoutes;
import io.godwit.sending.pipeline.SendDependencies;
import io.godwit.sending.pipeline.SendVerticle;
import io.godwit.sending.preview.DraftPreviewRoutes;
import io.godwit.sending.preview.PreviewRenderer;
import io.godwit.sending.preview.PreviewRoutes;
import io.godwit.sending.preview.TestEmailPolicy;
import io.godwit.sending.preview.TestEmailRoutes;
import io.godwit.sending.preview.TestEmailSender;
import io.godwit.sending.rendering.SenderIdentities;
import io.godwit.systemmail.PausedSendingNotifier;
import io.godwit.tracking.TrackingRewriter;
import io.godwit.web.Routes;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Wires sending: {@code POST /v1/send}, the email log, suppressions, previews, and the pipeline that hands emails over. */
public final class SendingModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final BillingModule billing;
    private final IngestModule ingest;
    private final TransportModule transport;
    private final SimulatorModule simulator;
    private final DirectDeliveryModule direct;

    public SendingModule(
            NodeContext node,
            SharedServices shared,
            BillingModule billing,
            IngestModule ingest,
            TransportModule transport,
            SimulatorModule simulator,
            DirectDeliveryModule direct) {
        this.node = node;
        this.shared = shared;
        this.billing = billing;
        this.ingest = ingest;
        this.transport = transport;
        this.simulator = simulator;
        this.direct = direct;
    }

    @Override
    public List<Routes> routes() {
        var send = new SendRoutes.Dependencies(
                shared.templates(),
                shared.projects()::find,
                shared.domains()::requireVerified,
                node.database(),
                shared.outbox(),
                ingest.gateway(),
                shared.compressor(),
                shared.attachmentWorkers());
        return List.of(
                new SendRoutes(send, node.settings().sending().relayHeaders()),
                new PreviewRoutes(send, node.publicUrl(), node.links()),
                new DraftPreviewRoutes(send, new PreviewRenderer(node.publicUrl(), node.links())),
                new TestEmailRoutes(
                        send, new TestEmailSender(node.bus(), billing.quota()), testEmails(), shared.idempotency()),
                new EmailRoutes(emailLog(), shared.cursors(), shared.idempotency()));
    }

    private TestEmailPolicy testEmails() {
        return node.settings().catchesMail()
                ? (tenant, to) -> Future.succeededFuture(true)
                : (tenant, to) -> node.settings().simulator().contains(to.domain())
                        ? Future.succeededFuture(true)
                        : shared.projects().hasMember(tenant, to);
    }

    @Override
    public List<PollLoop> loops() {
        return node.has(NodeRole.JOB)
                ? List.of(DraftPreviewRoutes.startExpiry(node.vertx(), node.database()))
                : List.of();
    }

    private EmailRoutes.Dependencies emailLog() {
        return new EmailRoutes.Dependencies(
                node.database(),
                node.bus(),
                shared.events(),
                new Outbox(),
                shared.domains()::requireVerified,
                shared.domains()::links,
                new ReceivedEmailLog(),
                node.links(),
                new MessageIdCodec(node.crypto()),
                node.publicUrl(),
                shared.attachmentWorkers(),
                billing.quota());
    }

    @Override
    public List<Deployable> verticles() {
        return node.has(NodeRole.SEND) ? List.of(verticle()) : List.of();
    }

    private Deployable verticle() {
        var dependencies = new SendDependencies(
                node.database(),
                node.bus(),
                shared.events(),
                identities(),
                simulator.transport(),
                Optional.of(direct.delivery()),
                node.links(),
                new MessageIdCodec(node.crypto()),
                new TrackingRewriter(node.publicUrl(), node.trackingTokens()),
                new PausedSendingNotifier(new ProjectMailer(shared.mail())),
                transport.state(),
                node.settings().simulator(),
                node.tracer());
        return new SendVerticle(dependencies, node.settings().sending(), node.meters());
    }

    /**
     * The signing keys and domains of senders, the operator's own sender included; when the settings name a return path host,
     * every email has a return path of its own.
     */
    private SenderIdentities identities() {
        var keys = shared.mail().keys();
        return node.settings()
                .inbound()
                .returnPath()
                .<SenderIdentities>map(
                        host -> new VerpIdentities(keys, shared.domains(), new VerpCodec(node.crypto()), host))
                .orElse(keys);
    }
}
