package io.godwit.fuzz;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words, literals and marks that the SQL of a segment filter is made of; a value of a caller is none of them. */
final class SqlVocabulary {

    private static final Pattern TOKEN =
            Pattern.compile("\\$\\d+|'[^']*'|\"[^\"]*\"|[A-Za-z_]\\w*|\\d+|\\[]|[ .,()<>=~:#*|@+-]");
    private static final Pattern ALIAS = Pattern.compile("\\$\\d{1,4}|j\\d{1,4}");

    private static final Set<String> WORDS = words("""
            SELECT FROM WHERE GROUP BY LEFT CROSS JOIN ON LATERAL AS AND OR NOT IS NULL TRUE true CASE WHEN THEN ELSE END
            COLLATE OFFSET INTERVAL interval max last matched boolean bigint text jsonb timestamptz
            contacts c id data email subscribed created_at updated_at project_id contact_id
            events name emails sent_at delivered_at opened_at clicked_at bounced_at complained_at
            segment_members segment_id coalesce nullif jsonb_typeof parse_timestamp now strpos lower translate
            EXISTS h LIMIT 1 false uuid_v7_floor greatest 'epoch' '' | @ > +
            octet_length char_length test 0 'null' 'string' 'number' '{}' "C" . , ( ) < > = ~ : # * - []
            """);

    private static final Set<String> INTERVALS = Set.of("'1 microsecond'", "'1 day'");

    private SqlVocabulary() {}

    private static Set<String> words(String text) {
        return Stream.of(text.strip().split("\\s+")).collect(Collectors.toUnmodifiableSet());
    }

    static void check(String sql) {
        var tokens = TOKEN.matcher(sql);
        var at = 0;
        while (tokens.find(at)) {
            var token = tokens.group();
            Invariant.holds(tokens.start() == at, "SQL has a mark of a caller: " + sql);
            Invariant.holds(
                    token.equals(" ")
                            || INTERVALS.contains(token)
                            || WORDS.contains(token)
                            || ALIAS.matcher(token).matches(),
                    "SQL has a word of a caller, " + token + ": " + sql);
            at = tokens.end();
            if (at == sql.length()) {
                return;
            }
        }
        Invariant.holds(at == sql.length(), "SQL has a mark of a caller: " + sql);
    }
}
