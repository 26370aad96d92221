package io.godwit.kit.api;

import io.vertx.core.json.JsonObject;
import java.util.Map;

/** For {@link RouteCatalog}: right bodies for the routes of people and their projects. They make no user and change no password. */
final class AccountRequestBodies {

    private static final String TOKEN = "0".repeat(64);

    private AccountRequestBodies() {}

    static Map<String, JsonObject> all() {
        var known = new JsonObject().put("email", "demo@example.test").put("password", "some password");
        var site = new JsonObject().put("site", "mx.example.com").put("source", "mail.example.org");
        var project =
                new JsonObject().put("name", "Shop").put("tracking", "ENABLED").put("language", "en");
        return Map.ofEntries(
                Map.entry("/auth/login", known),
                Map.entry("/auth/signup", known),
                Map.entry("/auth/verify-email", new JsonObject().put("token", TOKEN)),
                Map.entry("/auth/request-password-reset", new JsonObject().put("email", "ada@example.com")),
                Map.entry(
                        "/auth/reset-password",
                        new JsonObject().put("token", TOKEN).put("newPassword", "some password")),
                Map.entry(
                        "/auth/first-owner",
                        new JsonObject().put("token", TOKEN).put("password", "some password")),
                Map.entry("/auth/token-owner", new JsonObject().put("token", TOKEN)),
                Map.entry("/auth/invitation-details", new JsonObject().put("token", TOKEN)),
                Map.entry(
                        "/auth/accept-invitation",
                        new JsonObject().put("token", TOKEN).put("password", "some password")),
                Map.entry(
                        "/users/@me/password",
                        new JsonObject().put("currentPassword", "some password").put("newPassword", "another one")),
                Map.entry(
                        "/users/@me",
                        new JsonObject()
                                .put("name", "Ada")
                                .put("language", "en")
                                .put("timeZone", "Europe/Berlin")),
                Map.entry("/users/@me/second-factor", new JsonObject().put("password", "some password")),
                Map.entry("/users/@me/second-factor/confirm", new JsonObject().put("code", "123456")),
                Map.entry(
                        "/users/@me/second-factor/disable",
                        new JsonObject().put("password", "some password").put("code", "123456")),
                Map.entry(
                        "/auth/login/second-factor",
                        new JsonObject().put("token", TOKEN).put("code", "123456")),
                Map.entry("/users/@me/projects", project),
                Map.entry("/users/@me/projects/:id", project),
                Map.entry(
                        "/projects/:id/keys",
                        new JsonObject().put("label", "Shop").put("scope", "read")),
                Map.entry(
                        "/projects/:id/members",
                        new JsonObject().put("email", "ada@example.com").put("role", "MEMBER")),
                Map.entry("/projects/:id/members/:userId", new JsonObject().put("role", "ADMIN")),
                Map.entry(
                        "/users/@me/projects/:id/billing-limits",
                        new JsonObject()
                                .put("workflows", 1000)
                                .put("campaigns", 1000)
                                .put("transactional", 1000)
                                .put("inbound", 1000)),
                Map.entry("/receivers/pause", site.copy().put("minutes", 10)),
                Map.entry("/receivers/resume", site),
                Map.entry("/receivers/try-now", site),
                Map.entry(
                        "/delivery/choices",
                        new JsonObject()
                                .put("projectId", RouteCatalog.SOME_ID)
                                .put("domain", "example.com")
                                .put("emailClass", "MARKETING")
                                .put("mode", "DIRECT")
                                .put("pool", "marketing")),
                Map.entry("/webhooks/incoming/stripe", new JsonObject().put("id", "evt_1")),
                Map.entry("/projects/:id/security/appeal", new JsonObject().put("message", "text")),
                Map.entry("/projects/:id/transfer", new JsonObject().put("userId", RouteCatalog.SOME_ID)));
    }
}
