/**
 * Calls of customers' webhooks.
 *
 * <p><b>Promise.</b> A call that was committed is made until somebody has answered it or it is given up: at least once, each
 * time with the same {@code webhook-id}. It is made more than once when no answer came, when the answer asks for it (408, 425,
 * 429, 5xx), and when our node dies between the answer and the commit that records it. Whoever must not do a thing twice
 * remembers the id.
 *
 * <p><b>Queue.</b> {@code webhook_calls} holds what is not ended. A lane is one project's calls to one path of one server; a node
 * claims from lanes in turn, so many of this project and so many to that server at once, and holds no transaction while it
 * waits for anybody. What came of the calls is recorded set-wise, and whoever waits ({@link io.godwit.webhooks.WebhookListener}) is
 * told in the same transaction.
 *
 * <p><b>Repeating.</b> Pauses grow from 5 s to 4 h and are drawn by lot between nothing and that (full jitter), never sooner than
 * a {@code Retry-After} asks. Failures in a row close the lane for a time that doubles; then one call at a time finds out
 * whether it may open again, which the first success says. A URL that answers 410 Gone is not called for an hour: calls to it
 * end with that status and the reason. Nobody has to open it again by hand.
 *
 * <p><b>Whom we call.</b> Only what the whole Internet can reach, unless the operator says otherwise: the host's every address is
 * checked and the connection goes to an address that was checked, whatever the name says a moment later. Redirects are not
 * followed. Names come from DNS alone, without search domains and hosts files.
 *
 * <p><b>Signature.</b> Standard Webhooks, symmetric ({@code v1}): see {@code WebhookSignature}. The timestamp is the database's.
 */
@NullMarked
package io.godwit.webhooks;

import org.jspecify.annotations.NullMarked;
