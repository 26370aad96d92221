package io.godwit.webhooks;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import java.util.Optional;

/**
 * A call that has ended.
 *
 * @param status the status of the last answer; 410 also for a call that was not made because its URL is gone
 * @param success a 2xx
 * @param error the reason why there is no final answer, so that the step fails. It begins with a code: {@code
 *     SSRF_BLOCKED}, {@code GAVE_UP}, {@code REDIRECT_REFUSED}, {@code INVALID_REQUEST}, {@code PROJECT_DISABLED},
 *     {@code RESULT_NOT_RECORDED}. Empty
 *     with a final answer, a refusal (4xx) too
 * @param response the part of the answer's body that was read, as text, at most 64 KB, without NUL
 * @param attempts the number of attempts begun
 */
public record EndedCall(
        ProjectId project,
        WebhookCallId id,
        ExecutionId execution,
        int visit,
        Optional<Integer> status,
        boolean success,
        Optional<String> error,
        String response,
        int attempts) {}
