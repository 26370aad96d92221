package io.godwit.delivery;

import io.godwit.delivery.shaping.TrafficRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * An email that asks for a connection.
 *
 * @param domain of the recipient
 * @param lane 0 transactional, 1 workflow, 2 campaign
 * @param senderDomain the domain of the From address
 * @param emailClass TRANSACTIONAL, MARKETING or HEADLESS
 * @param tlsReport whether it is delivered whatever the encryption of the mail host (RFC 8460 §3)
 * @param source the egress source of its last attempt
 * @param sinceFirstAttempt zero before it
 * @param unclear whether an attempt ended without a reply to its final dot, so that it may have been accepted
 */
public record DeliveryRequest(
        UUID project,
        String domain,
        int lane,
        String senderDomain,
        String emailClass,
        boolean tlsReport,
        Optional<String> source,
        Duration sinceFirstAttempt,
        boolean unclear) {

    /** @param overlap emails that may go behind others on the connections to the site */
    TrafficRequest start(int overlap) {
        return new TrafficRequest(lane, senderDomain, overlap);
    }
}
