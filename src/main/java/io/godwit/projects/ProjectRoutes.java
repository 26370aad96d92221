package io.godwit.projects;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.Tenant;
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
        api.post("/users/@me/projects/:id/regenerate-keys").to(this::regenerateKeys);
    }

    private Future<Answer> regenerateKeys(Call call) {
        requireOwn(call.tenant(), call.path("id"));
        return projects.rotate(call.tenant()).map(rotation -> Answer.ok(Regenerated.of(rotation)));
    }

    /** A key acts for its own project alone; any other is as unknown as a made-up one. */
    private static void requireOwn(Tenant tenant, String id) {
        if (Ids.parse(id).filter(tenant.project().value()::equals).isEmpty()) {
            throw Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Project", id);
        }
    }
}
