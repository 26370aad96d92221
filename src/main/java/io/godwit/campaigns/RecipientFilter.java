package io.godwit.campaigns;

import io.godwit.web.Query;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The filter of a listing of recipients.
 *
 * @param outcome one of the five outcomes of the campaign's stats
 * @param reaction of the mail server or of the recipient, whatever followed it
 */
record RecipientFilter(Optional<String> outcome, Optional<String> reaction) {

    private static final List<String> OUTCOMES =
            Stream.of(RecipientOutcome.values()).map(RecipientOutcome::word).toList();

    private static final List<String> REACTIONS =
            List.of("delivered", "opened", "clicked", "bounced", "complained", "unsubscribed");

    static RecipientFilter read(Query query) {
        return new RecipientFilter(query.oneOf("outcome", OUTCOMES), query.oneOf("reaction", REACTIONS));
    }
}
