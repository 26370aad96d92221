package io.godwit.reputation;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.ChangeCollector;
import io.godwit.db.TestDatabase;
import io.godwit.events.EventAppender;
import io.godwit.events.EventHook;
import io.godwit.events.ReactionCheck.EventName;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.util.List;
import org.junit.jupiter.api.Test;

@CloseFields
class ReputationHookTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final TestDatabase DB = TestDatabase.fresh(VERTX);

    @Test
    void bouncesAndComplaintsAlwaysReactAndEmailsThatWereSentDoNot() {
        var project = new ProjectId(Ids.next());
        var sent = new EventName(project, "email.sent");
        var bounced = new EventName(project, "email.bounce");
        var complained = new EventName(project, "email.complaint");
        var events = new EventAppender(new ReputationHook(EventHook.NONE), new ChangeCollector());

        var check = DB.database()
                .transaction(tx -> events.checkReactions(tx, List.of(bounced, sent, complained)))
                .await();

        assertThat(check.withoutReaction()).containsExactly(sent);
    }
}
