package io.godwit.projects;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.core.MemberRole;
import io.godwit.projects.KeyRing.Cut;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Body;
import io.godwit.web.Call;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.godwit.web.Scope;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Map;

/** The endpoints of a project's keys beside the first pair. */
final class KeyRoutes implements Routes {

    private static final int LONGEST_LABEL = 100;

    private final KeyRing ring;
    private final Idempotency idempotency;

    /** @param idempotency keeps answers sealed, because they hold keys */
    KeyRoutes(KeyRing ring, Idempotency idempotency) {
        this.ring = ring;
        this.idempotency = idempotency;
    }

    private record Wanted(String label, Scope scope) {

        static Wanted read(Body body) {
            var label = body.text("label", 1, LONGEST_LABEL);
            var scope = body.optionalText("scope", 1, 10)
                    .map(text -> scope(body, text))
                    .orElse(Scope.FULL);
            return body.build(() -> new Wanted(label, scope));
        }

        private static Scope scope(Body body, String text) {
            for (var scope : Scope.values()) {
                if (scope.name().equals(text.toUpperCase(Locale.ROOT))) {
                    return scope;
                }
            }
            body.issue("scope", "invalid_enum_value", "Expected one of full, send, track and read");
            return Scope.READ;
        }
    }

    private record Made(
            String id,
            String label,
            String scope,
            @JsonProperty("key") String inClear) {

        static Made of(Cut cut, Wanted wanted) {
            return new Made(cut.id().toString(), wanted.label(), name(wanted.scope()), cut.key());
        }

        @Override
        public String toString() {
            return "Made[" + id + "]";
        }
    }

    @Override
    public void mount(Api api) {
        api.get("/projects/:id/keys")
                .confidential()
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .to(this::list);
        api.post("/projects/:id/keys")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .idempotent()
                .to(this::create);
        api.delete("/projects/:id/keys/:keyId")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .to(this::revoke);
    }

    private Future<Answer> list(Call call) {
        return ring.all(call.tenant())
                .map(keys -> keys.stream().map(KeyRoutes::shown).toList())
                .map(keys -> success(200, keys));
    }

    private static Map<String, Object> shown(KeyRecord key) {
        return Map.of(
                "id", key.id().toString(),
                "label", key.label(),
                "scope", name(key.scope()),
                "start", key.start(),
                "createdAt", key.createdAt(),
                "lastUsedAt", key.lastUsedAt(),
                "first", key.label().isEmpty());
    }

    private Future<Answer> create(Call call) {
        var wanted = Wanted.read(call.body());
        return idempotency.once(call, tx -> ring.cut(tx, call.tenant(), Actor.of(call), wanted.label(), wanted.scope())
                .map(cut -> success(201, Made.of(cut, wanted))));
    }

    private Future<Answer> revoke(Call call) {
        return ring.revoke(call.tenant(), Actor.of(call), call.path("keyId"))
                .map(done -> success(200, Map.of("message", "The key opens nothing any more")));
    }

    private static String name(Scope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }

    private static Answer success(int status, Object data) {
        return new Answer(status, Map.of("success", true, "data", data), Map.of());
    }
}
