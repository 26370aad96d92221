package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.submission.SubmissionDependencies;
import io.godwit.submission.SubmissionVerticle;
import io.vertx.core.Deployable;
import java.util.List;

/** Wires SMTP submission: the ports at which programs with a secret key hand in messages. */
public final class SubmissionModule implements FeatureModule {

    private final NodeContext node;
    private final SubmissionDependencies dependencies;

    public SubmissionModule(NodeContext node, SharedServices shared, AccountModule accounts, IngestModule ingest) {
        this.node = node;
        var settings = node.settings();
        this.dependencies = new SubmissionDependencies(
                shared.projects().keys(),
                shared.requests(),
                accounts.accounts()
                        .attemptLimiter(
                                "submission.network",
                                settings.accounts().failuresPerAddress(),
                                settings.accounts().window()),
                shared.domains()::requireVerified,
                shared.templates(),
                shared.projects()::find,
                ingest.gateway(),
                shared.compressor(),
                shared.attachmentWorkers(),
                node.database().availability()::isUp,
                settings.sending().relayHeaders(),
                node.tracer());
    }

    /** The ports belong to the role {@code http}, like the others. */
    @Override
    public List<Deployable> verticles() {
        var settings = node.settings().submission();
        return node.has(NodeRole.HTTP) && settings.isOpen()
                ? List.of(new SubmissionVerticle(
                        dependencies, settings, node.settings().dataDir()))
                : List.of();
    }
}
