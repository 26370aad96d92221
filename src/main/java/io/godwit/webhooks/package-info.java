/**
 * Outgoing calls of webhooks.
 *
 * <p><b>Promise.</b> A call that was committed is repeated until its receiver has answered it or it is given up: at least
 * once, each time with the same {@code webhook-id}. It is made more than once when no answer came, when the answer asks for
 * it (408, 425, 429, 5xx), and when the node crashes between the answer and the commit that records it. A receiver that
 * must not act twice stores the id.
 *
 * <p><b>Queue.</b> {@code webhook_calls} holds the calls that have not ended. An endpoint is one project's calls to one
 * path of one server (the column {@code lane}); a node claims round robin over endpoints, with limits for each project and
 * each of its servers, and keeps no transaction open while it waits for an answer. Results are written set-wise, and the
 * {@link io.godwit.webhooks.WebhookListener} is called in the same transaction.
 *
 * <p><b>Repeating.</b> Pauses grow from 5 s to 4 h and are drawn at random between 1 s and that step (full jitter), never shorter
 * than a {@code Retry-After} asks. Failures in a row open the endpoint's circuit for a time that doubles; then one call at
 * a time probes the endpoint, and the first success closes the circuit. A URL that answers 410 Gone is not called for an
 * hour: calls to it end with that status and the reason. Both end without an operator.
 *
 * <p><b>Targets.</b> Only public addresses are called, and those on the operator's allow list: every address of the host is
 * checked and the connection goes to a checked address, even if the name resolves to another a moment later. Redirects are
 * not followed. Names are resolved by DNS alone, without search domains and hosts files.
 *
 * <p><b>Signature.</b> Standard Webhooks, symmetric ({@code v1}): see {@code WebhookSignature}. The timestamp is the
 * database's.
 */
@NullMarked
package io.godwit.webhooks;

import org.jspecify.annotations.NullMarked;
