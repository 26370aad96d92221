package io.godwit.projects;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.projects.ApiKeyListStore.ApiKeySummary;
import io.godwit.projects.ApiKeyService.CreatedKey;
import io.godwit.projects.audit.Actor;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.GenericType;
import io.godwit.web.JsonBody;
import io.godwit.web.KeyScope;
import io.godwit.web.MemberType;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The endpoints of a project's keys beside the first pair. */
final class ApiKeyRoutes implements Routes {

    private static final int MAX_LABEL_LENGTH = 100;

    private final ApiKeyService service;
    private final IdempotentHandler idempotency;

    /** @param idempotency stores answers encrypted, because they hold keys */
    ApiKeyRoutes(ApiKeyService keys, IdempotentHandler idempotency) {
        this.service = keys;
        this.idempotency = idempotency;
    }

    private record CreateKeyRequest(String label, KeyScope scope) {

        static CreateKeyRequest read(JsonBody body) {
            var label = body.text("label", 1, MAX_LABEL_LENGTH);
            body.expects("scope", MemberType.words("full", "send", "track", "read"));
            var scope = body.optionalText("scope", 1, 10)
                    .map(text -> scope(body, text))
                    .orElse(KeyScope.FULL);
            return body.build(() -> new CreateKeyRequest(label, scope));
        }

        private static KeyScope scope(JsonBody body, String text) {
            for (var scope : KeyScope.values()) {
                if (scope.name().equals(text.toUpperCase(Locale.ROOT))) {
                    return scope;
                }
            }
            body.issue("scope", "invalid_enum_value", "Expected one of full, send, track and read");
            return KeyScope.READ;
        }
    }

    /**
     * A key in an answer, without the key itself.
     *
     * @param label null for the first pair
     * @param start the first characters of the key, enough to tell it from others
     * @param first whether it belongs to the first pair
     */
    private record ApiKeyResponse(
            UUID id,
            Optional<String> label,
            KeyScope scope,
            String start,
            Instant createdAt,
            Optional<Instant> lastUsedAt,
            boolean first) {

        static ApiKeyResponse of(ApiKeySummary key) {
            return new ApiKeyResponse(
                    key.id(),
                    key.label(),
                    key.scope(),
                    key.start(),
                    key.createdAt(),
                    key.lastUsedAt(),
                    key.label().isEmpty());
        }
    }

    private record CreatedKeyResponse(
            String id,
            String label,
            KeyScope scope,
            @JsonProperty("key") String inClear) {

        static CreatedKeyResponse of(CreatedKey created, CreateKeyRequest request) {
            return new CreatedKeyResponse(created.id().toString(), request.label(), request.scope(), created.key());
        }

        @Override
        public String toString() {
            return "CreatedKeyResponse[" + id + "]";
        }
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/projects/:id/keys")
                .confidential()
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .answers(DataResponse.class, GenericType.list(ApiKeyResponse.class))
                .to(this::list);
        api.post("/projects/:id/keys")
                .confidential()
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .idempotent()
                .body(CreateKeyRequest::read)
                .answers(201, DataResponse.class, CreatedKeyResponse.class)
                .fails(Kind.CONFLICT)
                .to(this::create);
        api.delete("/projects/:id/keys/:keyId")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .answers(DataResponse.class, DataResponse.Message.class)
                .fails(Kind.CONFLICT)
                .to(this::revoke);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        return service.all(call.tenant())
                .map(keys -> keys.stream().map(ApiKeyResponse::of).toList())
                .map(keys -> success(200, keys));
    }

    private Future<ApiResponse> create(ApiRequest call) {
        var request = CreateKeyRequest.read(call.body());
        return idempotency.once(
                call, tx -> service.create(tx, call.tenant(), Actor.of(call), request.label(), request.scope())
                        .map(created -> success(201, CreatedKeyResponse.of(created, request))));
    }

    private Future<ApiResponse> revoke(ApiRequest call) {
        return service.revoke(call.tenant(), Actor.of(call), call.path("keyId"))
                .map(ignored -> success(200, new DataResponse.Message("The key opens nothing any more")));
    }

    private static ApiResponse success(int status, Object data) {
        return new ApiResponse(status, DataResponse.of(data), Map.of());
    }
}
