package io.godwit.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.events.NewEvent;
import io.godwit.sending.EmailStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what one mail's hits make of its counts, and which of them are events. */
class EngagementTest {

    private static final ProjectId PROJECT = new ProjectId(Ids.next());
    private static final EmailId EMAIL = new EmailId(Ids.next());

    /** 150 hits late on one day, and 3 early on the next. */
    @ParameterizedTest
    @CsvSource({"0, 153, 153", "100, 103, 103", "1, 2, 2"})
    void aDayHasSoManyEventsAndEveryHitCounts(int perDay, int events, int kept) {
        var recorded = new ArrayList<NewEvent>();
        var engagement = new Engagement(unopened(), EmailEventContext.NOTHING, perDay);

        var keptHits = 0;
        for (var each = 0; each < 153; each++) {
            var at = Instant.parse(each < 150 ? "2026-11-21T23:59:59Z" : "2026-11-22T00:00:00Z");
            keptHits += engagement.count(open(at), recorded::add) ? 1 : 0;
        }

        assertThat(List.of(recorded.size(), keptHits)).containsExactly(events, kept);
        assertThat(engagement.row().opens()).isEqualTo(153);
    }

    /** The first open is lost when it comes while there is no database. */
    @Test
    void repeatedOpensOfAnEmailWhoseFirstOneIsLostOpenIt() {
        var recorded = new ArrayList<NewEvent>();
        var engagement = new Engagement(unopened(), EmailEventContext.NOTHING, 0);
        var at = Instant.parse("2026-11-21T12:00:00Z");

        engagement.count(open(at).repeated(Ids.next(), 3), recorded::add);
        engagement.count(open(at).repeated(Ids.next(), 2), recorded::add);

        var row = engagement.row();
        assertThat(List.of(row.opens(), row.status(), row.openedAt(), recorded.size()))
                .containsExactly(5, EmailStatus.OPENED, Optional.of(at), 1);
    }

    private static Engagement.Row unopened() {
        return new Engagement.Row(
                PROJECT,
                EMAIL,
                new ContactId(Ids.next()),
                EmailStatus.SENT,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                false,
                0,
                0,
                new EventsOfDay(Optional.empty(), 0, 0));
    }

    private static Hit open(Instant at) {
        return new Hit(
                PROJECT,
                Ids.next(),
                EMAIL,
                Hit.Kind.OPEN,
                Optional.empty(),
                HitClass.HUMAN,
                Optional.empty(),
                Optional.empty(),
                at,
                0);
    }
}
