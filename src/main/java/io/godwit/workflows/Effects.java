package io.godwit.workflows;

import io.godwit.billing.Category;
import io.godwit.billing.Quota.Taken;
import io.godwit.core.CallId;
import io.godwit.core.EmailId;
import io.godwit.sending.Content;
import io.godwit.sending.NewEmail;
import io.godwit.sending.SendingMessages;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.godwit.sending.Source;
import io.godwit.templates.TemplateType;
import io.godwit.webhooks.NewCall;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The mail and the calls of a turn. */
final class Effects {

    private static final int MOST_LANES = 256;

    private final WorkflowPorts ports;
    private final List<Outcome> outcomes;
    private final Instant now;
    private final Map<io.godwit.core.ContentId, Content> contents = new LinkedHashMap<>();

    Effects(WorkflowPorts ports, List<Outcome> outcomes, Instant now) {
        this.ports = ports;
        this.outcomes = outcomes;
        this.now = now;
    }

    Future<Void> write(SqlClient tx) {
        var emails = new ArrayList<NewEmail>();
        var calls = new ArrayList<NewCall>();
        for (var outcome : outcomes) {
            for (var done : outcome.effects()) {
                if (done.effect() instanceof Effect.Mail mail) {
                    emails.add(email(outcome.execution(), done, mail));
                } else if (done.effect() instanceof Effect.Call call) {
                    calls.add(call(outcome.execution(), done, call));
                }
            }
        }
        var queued = emails.isEmpty()
                ? Future.<Void>succeededFuture()
                : ports.outbox().enqueue(tx, List.copyOf(contents.values()), emails);
        return queued.compose(done -> ports.webhooks().enqueue(tx, calls));
    }

    /** The mail it was, on the counters; last in the transaction. */
    Future<Void> count(SqlClient tx) {
        var mails = outcomes.stream()
                .flatMap(outcome -> outcome.effects().stream()
                        .filter(done -> done.effect() instanceof Effect.Mail)
                        .map(mail -> Taken.plain(outcome.execution().projectId(), Category.WORKFLOWS, 1)))
                .toList();
        return mails.isEmpty() ? Future.succeededFuture() : ports.quota().take(tx, mails);
    }

    private NewEmail email(Loaded execution, Outcome.Done done, Effect.Mail mail) {
        var content = Content.of(
                        execution.projectId(),
                        mail.template(),
                        mail.from(),
                        Optional.of(execution.project().name()),
                        now)
                .orElseThrow();
        contents.putIfAbsent(content.id(), content);
        return new NewEmail(
                execution.projectId(),
                new EmailId(done.id()),
                execution.contact(),
                content.id(),
                Optional.of(mail.template().id()),
                source(mail),
                mail.type(),
                mail.to(),
                Optional.empty(),
                mail.kept(),
                mail.once(),
                Optional.empty(),
                execution.id().toString(),
                Optional.of(execution.id()));
    }

    /** The class of a template decides, not the road. */
    private static Source source(Effect.Mail mail) {
        return mail.type() == TemplateType.TRANSACTIONAL ? Source.TRANSACTIONAL : Source.WORKFLOW;
    }

    private static NewCall call(Loaded execution, Outcome.Done done, Effect.Call call) {
        return new NewCall(
                execution.projectId(),
                new CallId(done.id()),
                execution.id(),
                done.visit(),
                call.method(),
                call.url(),
                call.headers(),
                call.body());
    }

    /** Hints to whoever sends and calls. */
    void announce() {
        var lanes = outcomes.stream()
                .flatMap(outcome -> outcome.effects().stream()
                        .map(Outcome.Done::effect)
                        .filter(Effect.Mail.class::isInstance)
                        .map(mail -> new Lane(
                                outcome.execution().projectId().value(),
                                source((Effect.Mail) mail).lane())))
                .distinct()
                .limit(MOST_LANES)
                .toList();
        if (!lanes.isEmpty()) {
            ports.bus().publish(SendingMessages.QUEUED, new Queued(lanes));
        }
        outcomes.stream()
                .filter(outcome -> outcome.effects().stream().anyMatch(done -> done.effect() instanceof Effect.Call))
                .map(outcome -> outcome.execution().projectId())
                .distinct()
                .forEach(ports.webhooks()::announce);
    }
}
