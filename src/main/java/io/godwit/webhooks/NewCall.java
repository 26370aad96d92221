package io.godwit.webhooks;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import java.util.Map;
import java.util.Optional;

/**
 * A call to be made, with everything rendered. What is wrong with it is found when it is its turn, and ends it alone.
 *
 * @param id sent as {@code webhook-id} with every attempt
 * @param visit which of the execution's visits it belongs to; a call a visit
 * @param body sent as it is; empty sends none
 */
public record NewCall(
        ProjectId project,
        WebhookCallId id,
        ExecutionId execution,
        int visit,
        String method,
        String url,
        Map<String, String> headers,
        Optional<String> body) {

    public NewCall {
        headers = Map.copyOf(headers);
    }

    /** Headers and URL may hold secrets, the body may hold anything. */
    @Override
    public String toString() {
        return "NewCall[" + project + " " + id + "]";
    }
}
