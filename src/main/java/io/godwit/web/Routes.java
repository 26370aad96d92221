package io.godwit.web;

import io.godwit.web.server.HttpVerticle;

/**
 * The routes of one feature. They are mounted once per {@link HttpVerticle}, so an implementation must be safe to use from
 * several event loops.
 */
public interface Routes {

    void mount(RouteTable api);
}
