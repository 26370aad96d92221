package io.godwit.delivery.egress;

import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.shaping.TrafficRequest;

/**
 * A connection that an email asks for.
 *
 * @param group the name of the connections that may carry the email
 */
record LeaseRequest(MailRoute route, String group, TrafficRequest request) {}
