package io.godwit.workflows.engine;

import io.godwit.billing.Quota.AcceptedUsage;
import io.godwit.billing.QuotaCategory;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.WebhookCallId;
import io.godwit.sending.EmailSource;
import io.godwit.sending.NewEmail;
import io.godwit.sending.SendingMessages;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.StoredContent;
import io.godwit.templates.EmailClass;
import io.godwit.traces.TraceContext;
import io.godwit.webhooks.NewCall;
import io.godwit.workflows.steps.StepEffect;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the emails and webhook calls of a batch of executions. */
final class EffectWriter {

    private static final int MAX_LANES = 256;

    private final WorkflowDependencies dependencies;
    private final List<ExecutionOutcome> outcomes;
    private final Instant now;
    private final Optional<TraceContext> trace;
    private final Map<ContentId, StoredContent> contents = new LinkedHashMap<>();

    EffectWriter(
            WorkflowDependencies dependencies,
            List<ExecutionOutcome> outcomes,
            Instant now,
            Optional<TraceContext> trace) {
        this.dependencies = dependencies;
        this.outcomes = outcomes;
        this.now = now;
        this.trace = trace;
    }

    Future<Void> write(SqlClient tx) {
        var emails = new ArrayList<NewEmail>();
        var calls = new ArrayList<NewCall>();
        for (var outcome : outcomes) {
            for (var completed : outcome.effects()) {
                if (completed.effect() instanceof StepEffect.SendEmail email) {
                    emails.add(email(outcome.execution(), completed, email));
                } else if (completed.effect() instanceof StepEffect.CallWebhook call) {
                    calls.add(call(outcome.execution(), completed, call));
                }
            }
        }
        var queued = emails.isEmpty()
                ? Future.<Void>succeededFuture()
                : dependencies.outbox().enqueue(tx, List.copyOf(contents.values()), emails);
        return queued.compose(ignored -> dependencies.webhooks().enqueue(tx, calls));
    }

    /** Counts the queued emails against the quotas; last in the transaction. */
    Future<Void> count(SqlClient tx) {
        var usages = outcomes.stream()
                .flatMap(outcome -> outcome.effects().stream()
                        .filter(completed -> completed.effect() instanceof StepEffect.SendEmail)
                        .map(ignored ->
                                AcceptedUsage.plain(outcome.execution().projectId(), QuotaCategory.WORKFLOWS, 1)))
                .toList();
        return usages.isEmpty()
                ? Future.succeededFuture()
                : dependencies.quota().consume(tx, usages);
    }

    private NewEmail email(
            LoadedExecution execution, ExecutionOutcome.CompletedEffect completed, StepEffect.SendEmail email) {
        var content = EmailContent.of(
                        execution.projectId(),
                        email.template(),
                        email.from(),
                        Optional.of(execution.project().name()),
                        now)
                .orElseThrow();
        contents.putIfAbsent(content.id(), StoredContent.uncompressed(content));
        return new NewEmail(
                execution.projectId(),
                new EmailId(completed.id()),
                execution.contact(),
                content.id(),
                Optional.of(email.template().id()),
                source(email),
                email.type(),
                email.to(),
                Optional.empty(),
                email.persistentData(),
                email.transientData(),
                Optional.empty(),
                execution.id().toString(),
                Optional.of(execution.id()),
                Optional.empty(),
                trace);
    }

    /** The source of an email: the class of its template decides, not the workflow. */
    private static EmailSource source(StepEffect.SendEmail email) {
        return email.type() == EmailClass.TRANSACTIONAL ? EmailSource.TRANSACTIONAL : EmailSource.WORKFLOW;
    }

    private NewCall call(
            LoadedExecution execution, ExecutionOutcome.CompletedEffect completed, StepEffect.CallWebhook call) {
        return new NewCall(
                execution.projectId(),
                new WebhookCallId(completed.id()),
                execution.id(),
                completed.visit(),
                call.method(),
                call.url(),
                call.headers(),
                call.body(),
                trace);
    }

    /** Wakes the workers that send emails and make calls. */
    void publishQueued() {
        var lanes = outcomes.stream()
                .flatMap(outcome -> outcome.effects().stream()
                        .map(ExecutionOutcome.CompletedEffect::effect)
                        .filter(StepEffect.SendEmail.class::isInstance)
                        .map(email -> new Lane(
                                outcome.execution().projectId().value(),
                                source((StepEffect.SendEmail) email).lane())))
                .distinct()
                .limit(MAX_LANES)
                .toList();
        if (!lanes.isEmpty()) {
            dependencies.bus().publish(SendingMessages.QUEUED, new Queued(lanes));
        }
        outcomes.stream()
                .filter(outcome -> outcome.effects().stream()
                        .anyMatch(completed -> completed.effect() instanceof StepEffect.CallWebhook))
                .map(outcome -> outcome.execution().projectId())
                .distinct()
                .forEach(dependencies.webhooks()::publishDue);
    }
}
