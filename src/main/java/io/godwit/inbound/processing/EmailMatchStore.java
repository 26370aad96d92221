package io.godwit.inbound.processing;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the emails that reports name. */
final class EmailMatchStore {

    /** A return path names an email that exists or was deleted; it is signed, so its project is known either way. */
    private static final String FIND = """
            WITH locator AS MATERIALIZED (
                SELECT *
                  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
                       AS locator (project_id, tail, email_id, provider_id, hosts, author, place)),
            matched AS (
                SELECT place, project_id, email_id
                  FROM locator
                 WHERE project_id IS NOT NULL
                   AND (hosts IS NULL
                        OR EXISTS (SELECT FROM domains
                                    WHERE domains.project_id = locator.project_id AND domain = ANY (string_to_array(hosts, ','))
                                      AND verified))
                UNION ALL
                SELECT place, projects.id, email_id
                  FROM locator JOIN projects ON right(projects.id::text, 6) = locator.tail
                UNION ALL
                SELECT place, provider_message_ids.project_id, provider_message_ids.email_id
                  FROM locator JOIN provider_message_ids USING (provider_id))
            SELECT place, matched.project_id, matched.email_id, coalesce(status = 'PENDING', false),
                   author IS NOT NULL
                   AND EXISTS (SELECT FROM emails AS written
                                WHERE written.project_id = matched.project_id AND written.to_email = author
                                  AND written.source <> 'INBOUND'),
                   emails.id IS NULL
              FROM matched
              JOIN locator USING (place)
              LEFT JOIN emails ON emails.project_id = matched.project_id AND emails.id = matched.email_id
             WHERE emails.id IS NOT NULL OR tail IS NOT NULL
            """;

    /**
     * An email that was found.
     *
     * @param pending whether the result of its sending is not recorded yet
     * @param fromRecipient whether the project has emailed the locator's author
     * @param deleted whether the email was deleted since: only its project is known
     */
    record MatchedEmail(EmailKey key, boolean pending, boolean fromRecipient, boolean deleted) {

        /** Returns the email that exists; none of two that were deleted, because projects may share the end of their ids. */
        static @Nullable MatchedEmail select(MatchedEmail one, MatchedEmail other) {
            return one.deleted && other.deleted ? null : one.deleted ? other : one;
        }
    }

    /** Completes with the emails by the index of the locator in the list, from 0; locators without an email are missing. */
    Future<Map<Integer, MatchedEmail>> find(SqlClient db, List<EmailLocator> locators) {
        var parameters = Tuple.tuple()
                .addArrayOfUUID(ids(
                        locators,
                        locator -> locator.project().map(ProjectId::value).orElse(null)))
                .addArrayOfString(texts(locators, locator -> locator.tail().orElse(null)))
                .addArrayOfUUID(ids(
                        locators, locator -> locator.email().map(EmailId::value).orElse(null)))
                .addArrayOfString(
                        texts(locators, locator -> locator.providerId().orElse(null)))
                .addArrayOfString(texts(
                        locators, locator -> locator.domains().isEmpty() ? null : String.join(",", locator.domains())))
                .addArrayOfString(texts(locators, locator -> locator.author().orElse(null)));
        return db.preparedQuery(FIND).execute(parameters).map(rows -> {
            var indexToMatch = new HashMap<Integer, MatchedEmail>();
            rows.forEach(row -> indexToMatch.merge(
                    row.getLong(0).intValue() - 1,
                    new MatchedEmail(
                            new EmailKey(new ProjectId(row.getUUID(1)), new EmailId(row.getUUID(2))),
                            row.getBoolean(3),
                            row.getBoolean(4),
                            row.getBoolean(5)),
                    MatchedEmail::select));
            return indexToMatch;
        });
    }

    private static UUID[] ids(List<EmailLocator> locators, Function<EmailLocator, @Nullable UUID> column) {
        return locators.stream().map(column).toArray(UUID[]::new);
    }

    private static String[] texts(List<EmailLocator> locators, Function<EmailLocator, @Nullable String> column) {
        return locators.stream().map(column).toArray(String[]::new);
    }
}
