package io.godwit.submission;

import io.godwit.smtp.server.SmtpServer;
import io.godwit.web.limits.KeyUseLog;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.KeyCertOptions;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the SMTP servers that programs submit messages to. */
public final class SubmissionVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(SubmissionVerticle.class);

    private final SubmissionDependencies dependencies;
    private final SubmissionSettings settings;
    private final Path dataDir;
    private List<SmtpServer> servers = List.of();

    /** @param dataDir where a self-made certificate is kept */
    public SubmissionVerticle(SubmissionDependencies dependencies, SubmissionSettings settings, Path dataDir) {
        this.dependencies = dependencies;
        this.settings = settings;
        this.dataDir = dataDir;
    }

    @Override
    public Future<?> start() {
        var service = new SubmissionService(dependencies, settings.name());
        var keyUses = new KeyUseLog();
        return certificate()
                .compose(inUse -> Future.all(settings.servers(inUse).stream()
                        .map(server -> SmtpServer.open(
                                vertx, server, () -> new SubmissionSession(dependencies, service, settings, keyUses)))
                        .toList()))
                .onSuccess(open -> servers = open.list());
    }

    private Future<KeyCertOptions> certificate() {
        return settings.certificate()
                .map(Future::succeededFuture)
                .orElseGet(() -> vertx.executeBlocking(this::selfMade, false));
    }

    private KeyCertOptions selfMade() {
        var made = SelfMadeCertificate.in(dataDir.resolve("submission"), settings.name());
        LOG.warn(
                "SMTP submission has no certificate of its own (GODWIT_SUBMISSION_CERTIFICATE) and uses a self-made one,"
                        + " for development. Its SHA-256 fingerprint: {}",
                made.fingerprint());
        return made.options();
    }

    @Override
    public Future<?> stop() {
        return Future.join(servers.stream().map(SmtpServer::close).toList());
    }
}
