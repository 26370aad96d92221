package io.godwit.web;

import io.godwit.web.server.HttpVerticle;

/** The routes of one feature. Mounted once per {@link HttpVerticle}, so it must be safe to use from several event loops. */
public interface Routes {

    void mount(RouteTable api);
}
