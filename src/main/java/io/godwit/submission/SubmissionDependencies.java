package io.godwit.submission;

import io.godwit.accounts.limits.AttemptLimiter;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.Project;
import io.godwit.sending.api.SendGateway;
import io.godwit.sending.content.ContentCompressor;
import io.godwit.templates.SenderVerifier;
import io.godwit.templates.TemplateCache;
import io.godwit.traces.Tracer;
import io.godwit.web.KeyAuthenticator;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The parts that a submitted message passes through.
 *
 * @param requests counts a message as one request of its project
 * @param wrongKeys counts wrong keys by the client's network
 * @param projects finds a project for its name
 * @param workers read large messages
 * @param relayHeaders whether header fields that steer the relay are allowed
 */
public record SubmissionDependencies(
        KeyAuthenticator keys,
        ProjectRequestLimiter requests,
        AttemptLimiter wrongKeys,
        SenderVerifier senders,
        TemplateCache templates,
        Function<ProjectId, Future<Optional<Project>>> projects,
        SendGateway gateway,
        ContentCompressor compressor,
        WorkerExecutor workers,
        BooleanSupplier databaseIsUp,
        boolean relayHeaders,
        Tracer tracer) {}
