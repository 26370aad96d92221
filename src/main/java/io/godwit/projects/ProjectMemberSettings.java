package io.godwit.projects;

/**
 * The limits of invitations and of projects per user.
 *
 * @param baseUrl the base address of the pages that links in emails lead to
 * @param invitationsPerHour invitations by one user within an hour, over all projects; 0 = any number
 * @param invitationsPerAddress emails to one invited address within a day, over all projects; 0 = any number
 * @param projectsPerUser projects that one user may own; 0 = any number
 */
public record ProjectMemberSettings(
        String baseUrl, int invitationsPerHour, int invitationsPerAddress, int projectsPerUser) {}
