package io.godwit.projects;

import io.godwit.core.SettingsReader;

/**
 * The limits of invitations and of projects per user.
 *
 * @param baseUrl the base address of the pages that links in emails lead to
 * @param invitationsPerHour invitations by one user within an hour, over all projects; 0 = any number
 * @param invitationsPerAddress emails to one invited address within a day, over all projects; 0 = any number
 * @param projectsPerUser projects that one user may own; 0 = any number
 */
public record ProjectMemberSettings(
        String baseUrl, int invitationsPerHour, int invitationsPerAddress, int projectsPerUser) {

    private static final int MAX_VALUE = 1_000_000;

    /** Reads the settings; {@code dashboardUrl} is the base address of the pages that links in emails lead to. */
    public static ProjectMemberSettings read(SettingsReader reader, String dashboardUrl) {
        return new ProjectMemberSettings(
                dashboardUrl,
                reader.number("invitations.per-hour", 0, MAX_VALUE),
                reader.number("invitations.per-address", 0, MAX_VALUE),
                reader.number("projects.per-user", 0, MAX_VALUE));
    }
}
