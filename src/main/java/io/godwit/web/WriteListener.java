package io.godwit.web;

/** Learns of requests by which something of a project may have changed; declared here, implemented in {@code live}. */
public interface WriteListener {

    /** Called after the request succeeded, on its event loop, before it is answered. */
    void written(RouteTable.Route route, ApiRequest call);
}
