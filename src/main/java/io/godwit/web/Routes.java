package io.godwit.web;

/**
 * The routes of one feature. They are mounted once per {@code HttpVerticle}, so an implementation must be safe to use from
 * several event loops.
 */
public interface Routes {

    void mount(RouteTable api);
}
