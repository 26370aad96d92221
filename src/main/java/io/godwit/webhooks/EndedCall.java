package io.godwit.webhooks;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import java.util.Optional;

/**
 * A call that will not be tried again.
 *
 * @param status of the last answer there was; 410 also for a call that was not made because its URL is gone
 * @param success a 2xx
 * @param error why there is no answer that could stand: the step has failed. It begins with a code: {@code SSRF_BLOCKED},
 *     {@code GAVE_UP}, {@code REDIRECT_REFUSED}, {@code INVALID_REQUEST}, {@code PROJECT_DISABLED}. Empty with a final
 *     answer, a refusal (4xx) too
 * @param response what was read of the answer's body as text, at most 64 KB, without NUL
 * @param attempts how many were begun
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
