package io.godwit.webhooks;

import io.godwit.core.Crypto;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code /webhooks/secret}: the secret a project's calls are signed with. A rotation takes no idempotency key, because the
 * stored answer would be a secret in plain text; repeated, it makes one more.
 */
public final class WebhookRoutes implements Routes {

    /** The time both secrets sign after a rotation, so that receivers can change theirs without losing a call. */
    private static final Duration OVERLAP = Duration.ofHours(24);

    private final Database database;
    private final SigningSecretStore store;
    private final AuditLog audit = new AuditLog();

    public WebhookRoutes(Database database, Crypto crypto) {
        this.database = database;
        this.store = new SigningSecretStore(crypto);
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/webhooks/secret")
                .confidential()
                .role(MemberRole.ADMIN)
                .answers(DataResponse.class, SecretResponse.class)
                .fails(Kind.CONFLICT)
                .to(this::show);
        api.post("/webhooks/secret/rotate")
                .bodyless()
                .confidential()
                .role(MemberRole.ADMIN)
                .answers(DataResponse.class, SecretResponse.class)
                .to(this::rotate);
    }

    /** The secret that signs, and the time until which the previous one signs too. */
    private record SecretResponse(String secret, Optional<String> previousValidUntil) {

        /** Hides the secret from logs. */
        @Override
        public String toString() {
            return "SecretResponse[]";
        }
    }

    private Future<ApiResponse> show(ApiRequest call) {
        return database.transaction(tx -> secrets(tx, call.tenant())).map(WebhookRoutes::answer);
    }

    private Future<ApiResponse> rotate(ApiRequest call) {
        var tenant = call.tenant();
        return database.transaction(tx -> secrets(tx, tenant)
                        .compose(known -> store.rotate(tx, tenant, known.isPresent() ? OVERLAP : Duration.ZERO))
                        .compose(
                                ignored -> audit.record(tx, tenant, Actor.of(call), "webhook.secret.rotated", Map.of()))
                        .compose(ignored -> secrets(tx, tenant)))
                .map(WebhookRoutes::answer);
    }

    /** The project's secrets; empty when they cannot be decrypted, while those of a rotation can. */
    private Future<Optional<SigningSecrets>> secrets(SqlClient tx, Tenant tenant) {
        return store.findOrCreate(tx, List.of(tenant.project()))
                .map(all -> Optional.ofNullable(all.get(tenant.project())));
    }

    /** The answer, without the previous secret, which receivers have. */
    private static ApiResponse answer(Optional<SigningSecrets> found) {
        var secrets =
                found.orElseThrow(() -> Failure.of(Kind.CONFLICT, "The webhook secret cannot be read. Rotate it."));
        return ApiResponse.ok(DataResponse.of(new SecretResponse(
                secrets.current().text(), secrets.previousUntil().map(String::valueOf))));
    }
}
