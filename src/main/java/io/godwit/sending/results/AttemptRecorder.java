package io.godwit.sending.results;

import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.sending.results.RecordedResultRows.ResultKey;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records a group of results: acceptances at the first attempt by a statement of their own, and then all others. */
final class AttemptRecorder {

    private final FirstAcceptanceStore acceptances;
    private final AttemptResultStore store;

    /** Creates a recorder; emails to {@code simulator} are no evidence about any address. */
    AttemptRecorder(SimulatorDomain simulator) {
        var rows = new RecordedResultRows(simulator);
        this.acceptances = new FirstAcceptanceStore(rows);
        this.store = new AttemptResultStore(simulator, rows);
    }

    /** Completes with the recorded results in the order of the given ones. */
    Future<List<RecordedResult>> record(SqlClient tx, List<AttemptResult> results) {
        var first = results.stream().filter(FirstAcceptanceStore::isPossible).toList();
        return (first.isEmpty()
                        ? Future.succeededFuture(Map.<ResultKey, RecordedResult>of())
                        : acceptances.record(tx, first))
                .compose(written -> recordOthers(tx, results, written));
    }

    private Future<List<RecordedResult>> recordOthers(
            SqlClient tx, List<AttemptResult> results, Map<ResultKey, RecordedResult> written) {
        var others = results.stream()
                .filter(result -> !written.containsKey(ResultKey.of(result)))
                .toList();
        return (others.isEmpty() ? Future.succeededFuture(List.<RecordedResult>of()) : store.record(tx, others))
                .map(recorded -> {
                    var keyToResult = new HashMap<>(written);
                    recorded.forEach(one -> keyToResult.put(ResultKey.of(one.result()), one));
                    return results.stream()
                            .map(result -> Optional.ofNullable(keyToResult.get(ResultKey.of(result)))
                                    .orElseThrow())
                            .toList();
                });
    }
}
