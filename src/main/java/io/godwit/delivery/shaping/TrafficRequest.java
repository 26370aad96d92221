package io.godwit.delivery.shaping;

/**
 * A request to start one email.
 *
 * @param lane 0 transactional, 1 workflow, 2 campaign
 * @param senderDomain the domain of the email's sender
 */
public record TrafficRequest(int lane, String senderDomain) {

    boolean mayUseReserve() {
        return lane == 0;
    }
}
