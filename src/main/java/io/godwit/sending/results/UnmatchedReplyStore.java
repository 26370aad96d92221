package io.godwit.sending.results;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Writes the {@code unmatched_replies} table. */
final class UnmatchedReplyStore {

    /** Adds to the counts, in the order of the ids, so that two nodes do not wait for each other in a circle. */
    private static final String ADD = """
            INSERT INTO unmatched_replies AS known (id, code, enhanced, reply, times, first_at, last_at)
            SELECT md5(pattern)::uuid, code, enhanced, reply, times, at, at
              FROM unnest($1::text[], $2::smallint[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
                   AS seen (pattern, code, enhanced, reply, times, at)
             ORDER BY md5(pattern)::uuid
                ON CONFLICT (id) DO UPDATE
               SET times = known.times + excluded.times, reply = excluded.reply,
                   last_at = greatest(known.last_at, excluded.last_at)
            """;

    /** A server may word each reply anew. */
    private static final String DELETE_OLD = """
            DELETE FROM unmatched_replies
             WHERE last_at < (SELECT last_at FROM unmatched_replies ORDER BY last_at DESC OFFSET 999 LIMIT 1)
                OR last_at < now() - interval '90 days'
            """;

    /**
     * A kind of reply with its number since the last time it was written.
     *
     * @param pattern equal for replies of one cause to different recipients
     * @param reply the newest, without addresses
     * @param at the time of the newest
     */
    record UnmatchedReply(
            String pattern, Optional<Integer> code, Optional<String> enhanced, String reply, long times, Instant at) {

        UnmatchedReply plus(long more) {
            return new UnmatchedReply(pattern, code, enhanced, reply, times + more, at);
        }
    }

    /** Adds the numbers to those in the table. */
    Future<Void> add(SqlClient db, Collection<UnmatchedReply> replies) {
        return db.preparedQuery(ADD)
                .execute(Tuple.of(
                        column(replies, UnmatchedReply::pattern, String[]::new),
                        column(
                                replies,
                                reply -> reply.code().map(Integer::shortValue).orElse(null),
                                Short[]::new),
                        column(replies, reply -> reply.enhanced().orElse(null), String[]::new),
                        column(replies, UnmatchedReply::reply, String[]::new),
                        column(replies, UnmatchedReply::times, Long[]::new),
                        column(replies, reply -> reply.at().atOffset(ZoneOffset.UTC), OffsetDateTime[]::new)))
                .mapEmpty();
    }

    /** Deletes all but the newest 1,000, and those of more than 90 days ago. */
    Future<Void> deleteOld(SqlClient db) {
        return db.preparedQuery(DELETE_OLD).execute().mapEmpty();
    }

    private static <T> @Nullable T[] column(
            Collection<UnmatchedReply> replies,
            Function<UnmatchedReply, @Nullable T> value,
            IntFunction<@Nullable T[]> array) {
        return replies.stream().map(value).toArray(array);
    }
}
