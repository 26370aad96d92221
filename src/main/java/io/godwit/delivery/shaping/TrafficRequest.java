package io.godwit.delivery.shaping;

/**
 * A request to start one email.
 *
 * @param lane 0 transactional, 1 workflow, 2 campaign
 * @param senderDomain the domain of the email's sender
 * @param overlap emails that may go behind others on the connections to the site
 */
public record TrafficRequest(int lane, String senderDomain, int overlap) {

    public TrafficRequest(int lane, String senderDomain) {
        this(lane, senderDomain, 0);
    }

    /** Returns whether the email may use the part of the rate and of the connections that is left to transactional ones. */
    public boolean mayUseReserve() {
        return lane == 0;
    }
}
