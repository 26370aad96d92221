package io.godwit.projects;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.core.MemberRole;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.ApiKeyService.Rotation;
import io.godwit.projects.Project.Tracking;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A project as a JSON answer. The members of billing are null until there is a billing account.
 *
 * @param secretKey only for principals who could replace it
 * @param relays names of the relays its emails go to, in their order; none: all of the installation's
 * @param role the role of the principal of the request
 */
record ProjectResponse(
        ProjectId id,
        String name,
        @JsonProperty("public") Optional<String> publicKey,
        @JsonProperty("secret") Optional<String> secretKey,
        boolean disabled,
        Optional<String> disabledReason,
        @Nullable String customer,
        @Nullable String subscription,
        @Nullable Long billingLimitWorkflows,
        @Nullable Long billingLimitCampaigns,
        @Nullable Long billingLimitTransactional,
        @Nullable Long billingLimitInbound,
        Tracking tracking,
        String language,
        List<String> relays,
        MemberRole role,
        Instant createdAt,
        Instant updatedAt) {

    static ProjectResponse full(ProjectRecord project) {
        var bill = project.bill();
        return new ProjectResponse(
                project.id(),
                project.name(),
                project.keys().map(ApiKeyPair::publicKey),
                project.keys()
                        .filter(ignored -> project.role().includes(MemberRole.ADMIN))
                        .map(ApiKeyPair::secretKey),
                project.disabled(),
                project.disabledReason(),
                bill.customer(),
                bill.subscription(),
                bill.workflows(),
                bill.campaigns(),
                bill.transactional(),
                bill.inbound(),
                project.tracking(),
                project.language(),
                project.relays(),
                project.role(),
                project.createdAt(),
                project.updatedAt());
    }

    /** Hides the secret key from logs. */
    @Override
    public String toString() {
        return "ProjectResponse[" + id + "]";
    }

    /** The answer to a rotation of the keys; customer and subscription are null. */
    record RegeneratedKeysResponse(
            ProjectId id,
            String name,
            @JsonProperty("public") String publicKey,
            @JsonProperty("secret") String secretKey,
            Instant createdAt,
            Instant updatedAt,
            boolean disabled,
            Optional<String> customer,
            Optional<String> subscription) {

        static RegeneratedKeysResponse of(Rotation rotation) {
            var project = rotation.project();
            return new RegeneratedKeysResponse(
                    project.id(),
                    project.name(),
                    rotation.keys().publicKey(),
                    rotation.keys().secretKey(),
                    project.createdAt(),
                    project.updatedAt(),
                    project.disabled(),
                    Optional.empty(),
                    Optional.empty());
        }

        /** Hides the keys from logs. */
        @Override
        public String toString() {
            return "RegeneratedKeysResponse[" + id + "]";
        }
    }
}
