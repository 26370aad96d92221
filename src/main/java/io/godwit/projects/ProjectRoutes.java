package io.godwit.projects;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.core.MemberRole;
import io.godwit.projects.Projects.Rotation;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The endpoints of projects. */
final class ProjectRoutes implements Routes {

    private final Projects projects;

    ProjectRoutes(Projects projects) {
        this.projects = projects;
    }

    /** What a rotation answers; a project has no customer and no subscription until it is billed. */
    private record Regenerated(
            String id,
            String name,
            @JsonProperty("public") String publicKey,
            @JsonProperty("secret") String secretKey,
            Instant createdAt,
            Instant updatedAt,
            boolean disabled,
            @Nullable String customer,
            @Nullable String subscription) {

        static Regenerated of(Rotation rotation) {
            var project = rotation.project();
            return new Regenerated(
                    project.id().toString(),
                    project.name(),
                    rotation.keys().publicKey(),
                    rotation.keys().secretKey(),
                    project.createdAt(),
                    project.updatedAt(),
                    project.disabled(),
                    null,
                    null);
        }

        @Override
        public String toString() {
            return "Regenerated[" + id + "]";
        }
    }

    @Override
    public void mount(Api api) {
        api.post("/users/@me/projects/:id/regenerate-keys")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .to(this::regenerateKeys);
    }

    private Future<Answer> regenerateKeys(Call call) {
        return projects.rotate(call.tenant()).map(rotation -> Answer.ok(Regenerated.of(rotation)));
    }
}
