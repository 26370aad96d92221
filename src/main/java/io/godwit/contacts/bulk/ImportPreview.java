package io.godwit.contacts.bulk;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.ContactWriter.ContactResult;
import io.godwit.contacts.bulk.ImportColumns.ImportedContact;
import io.godwit.contacts.bulk.PreviewResponse.Column;
import io.godwit.contacts.bulk.PreviewResponse.ImportEffect;
import io.godwit.contacts.bulk.PreviewResponse.PreviewRow;
import io.godwit.contacts.bulk.PreviewResponse.RowError;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Goes through a file as its import would, chunk by chunk, and writes nothing. It holds the addresses of the file in memory, to
 * find those that occur again; some 10 MB for the largest file.
 */
final class ImportPreview {

    private static final int MAX_ROWS = 20;

    /** Nobody waits for rows that are only read, so that one statement looks at many. */
    private static final int CHUNK = 2_000;

    private static final int MAX_ERRORS = 100;

    private final SqlClient db;
    private final Tenant tenant;
    private final ImportReader reader;
    private final ContactWriter contacts;
    private final WorkerExecutor workers;
    private final Set<EmailAddress> seen = new HashSet<>();
    private final Map<ImportEffect, Integer> effectToCount = new EnumMap<>(ImportEffect.class);
    private final List<PreviewRow> rows = new ArrayList<>();
    private final List<RowError> errors = new ArrayList<>();
    private int optedOut;
    private int resubscribed;
    private int unsubscribed;
    private int suppressed;

    ImportPreview(SqlClient db, Tenant tenant, ImportReader reader, ContactWriter contacts, WorkerExecutor workers) {
        this.db = db;
        this.tenant = tenant;
        this.reader = reader;
        this.contacts = contacts;
        this.workers = workers;
    }

    /** Reads the file to its end. */
    Future<PreviewResponse> run() {
        return workers.executeBlocking(() -> reader.chunk(CHUNK), false)
                .compose(this::findExisting)
                .compose(ignored -> reader.isAtEnd() ? Future.succeededFuture(response()) : run());
    }

    private Future<Void> findExisting(List<ImportRow> chunk) {
        var firsts = chunk.stream().filter(this::isFirst).toList();
        var changes = firsts.stream().map(row -> change(row).orElseThrow()).toList();
        var looked = changes.isEmpty()
                ? Future.succeededFuture(List.<ContactResult>of())
                : contacts.preview(db, tenant, changes);
        return looked.map(results -> {
                    count(chunk, firsts, results);
                    return results;
                })
                .mapEmpty();
    }

    private static Optional<ContactChange> change(ImportRow row) {
        return row.imported().map(ImportedContact::change);
    }

    /** True for a row that can be used, whose address no row before it has. */
    private boolean isFirst(ImportRow row) {
        return change(row).filter(change -> seen.add(change.email())).isPresent();
    }

    private void count(List<ImportRow> chunk, List<ImportRow> firsts, List<ContactResult> results) {
        var next = 0;
        for (var row : chunk) {
            if (row.problem().isPresent()) {
                invalid(row, row.problem().get());
            } else if (next < firsts.size() && firsts.get(next).equals(row)) {
                count(row, results.get(next++));
            } else {
                add(row, ImportEffect.REPEATED, Optional.empty());
            }
        }
    }

    private void count(ImportRow row, ContactResult result) {
        if (result.refusal().isPresent()) {
            invalid(row, ImportRow.sentence(result.refusal().get()));
            return;
        }
        add(row, effect(result), result.contact().map(Contact::subscribed));
        resubscribed += result.overridden().isPresent() ? 1 : 0;
        var refuses = change(row)
                .flatMap(ContactChange::subscribed)
                .filter(yes -> !yes)
                .isPresent();
        unsubscribed += refuses ? 1 : 0;
        optedOut += !refuses && result.contact().flatMap(Contact::optOut).isPresent() ? 1 : 0;
    }

    private static ImportEffect effect(ContactResult result) {
        return result.isNew() ? ImportEffect.NEW : result.isChanged() ? ImportEffect.CHANGED : ImportEffect.UNCHANGED;
    }

    private void invalid(ImportRow row, String error) {
        add(row, ImportEffect.INVALID, Optional.empty());
        if (errors.size() < MAX_ERRORS) {
            errors.add(new RowError(row.number(), row.shownEmail(), error));
        }
    }

    private void add(ImportRow row, ImportEffect effect, Optional<Boolean> isSubscribed) {
        effectToCount.merge(effect, 1, Integer::sum);
        suppressed += row.imported()
                        .flatMap(ImportedContact::status)
                        .flatMap(ImportedStatus::suppression)
                        .isPresent()
                ? 1
                : 0;
        if (rows.size() < MAX_ROWS) {
            var data =
                    change(row).map(change -> change.persistentData().members()).orElse(Map.of());
            rows.add(new PreviewRow(row.number(), row.shownEmail(), effect, isSubscribed, data));
        }
    }

    private PreviewResponse response() {
        return new PreviewResponse(
                columns(),
                rows,
                reader.total(),
                count(ImportEffect.NEW),
                count(ImportEffect.CHANGED),
                count(ImportEffect.UNCHANGED),
                count(ImportEffect.REPEATED),
                count(ImportEffect.INVALID),
                optedOut,
                resubscribed,
                unsubscribed,
                suppressed,
                errors);
    }

    private int count(ImportEffect effect) {
        return effectToCount.getOrDefault(effect, 0);
    }

    private List<Column> columns() {
        var columns = new ArrayList<Column>();
        var meanings = reader.meanings();
        for (var at = 0; at < meanings.size(); at++) {
            columns.add(new Column(reader.header().get(at).strip(), meanings.get(at)));
        }
        return columns;
    }
}
