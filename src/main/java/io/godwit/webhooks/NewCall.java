package io.godwit.webhooks;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import io.godwit.traces.TraceContext;
import java.util.Map;
import java.util.Optional;

/**
 * A call to be enqueued, with everything rendered. It is validated when it is made, so an invalid one ends alone.
 *
 * @param id sent as {@code webhook-id} with every attempt
 * @param visit the execution's visit the call belongs to; one call per visit
 * @param body the body as it is sent; empty for none
 * @param trace the span that causes the call; empty unless it is traced
 */
public record NewCall(
        ProjectId project,
        WebhookCallId id,
        ExecutionId execution,
        int visit,
        String method,
        String url,
        Map<String, String> headers,
        Optional<String> body,
        Optional<TraceContext> trace) {

    public NewCall {
        headers = Map.copyOf(headers);
    }

    /** The ids alone: headers and URL may hold secrets, the body may hold anything. */
    @Override
    public String toString() {
        return "NewCall[" + project + " " + id + "]";
    }
}
