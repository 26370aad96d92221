package io.godwit.projects;

import io.godwit.core.MemberRole;
import io.godwit.projects.ProjectService.Rotation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Projects as JSON answers. The members of billing are null until there is a billing account. */
final class ProjectResponse {

    private ProjectResponse() {}

    /** The whole project; the secret key is included only for principals who could replace it. */
    static Map<String, @Nullable Object> full(ProjectRecord project) {
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("id", project.id().toString());
        answer.put("name", project.name());
        answer.put("public", project.keys().map(ApiKeyPair::publicKey).orElse(null));
        answer.put(
                "secret",
                project.keys()
                        .filter(ignored -> project.role().includes(MemberRole.ADMIN))
                        .map(ApiKeyPair::secretKey)
                        .orElse(null));
        answer.put("disabled", project.disabled());
        answer.put("disabledReason", project.disabledReason().orElse(null));
        answer.put("customer", project.bill().customer());
        answer.put("subscription", project.bill().subscription());
        answer.put("billingLimitWorkflows", project.bill().workflows());
        answer.put("billingLimitCampaigns", project.bill().campaigns());
        answer.put("billingLimitTransactional", project.bill().transactional());
        answer.put("billingLimitInbound", project.bill().inbound());
        answer.put("tracking", project.tracking().name());
        answer.put("language", project.language());
        answer.put("role", project.role().name());
        answer.put("createdAt", project.createdAt());
        answer.put("updatedAt", project.updatedAt());
        return answer;
    }

    /** The answer to a rotation of the keys. */
    static Map<String, @Nullable Object> regenerated(Rotation rotation) {
        var project = rotation.project();
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("id", project.id().toString());
        answer.put("name", project.name());
        answer.put("public", rotation.keys().publicKey());
        answer.put("secret", rotation.keys().secretKey());
        answer.put("createdAt", project.createdAt());
        answer.put("updatedAt", project.updatedAt());
        answer.put("disabled", project.disabled());
        answer.put("customer", null);
        answer.put("subscription", null);
        return answer;
    }
}
