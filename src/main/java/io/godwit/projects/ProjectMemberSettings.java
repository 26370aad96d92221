package io.godwit.projects;

/**
 * The bounds of what users may do with projects and to each other.
 *
 * @param baseUrl of the pages that links in mails lead to
 * @param invitationsPerHour by one user, over all projects; 0 = any number
 * @param invitationsPerAddress mails to one invited address within a day, over all projects; 0 = any number
 * @param projectsPerUser that one user may own; 0 = any number
 */
public record ProjectMemberSettings(
        String baseUrl, int invitationsPerHour, int invitationsPerAddress, int projectsPerUser) {}
