package io.godwit.ingest;

import io.godwit.billing.QuotaCategory;
import io.godwit.billing.RemainingQuota;
import io.godwit.contacts.BatchContact;
import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.Contact;
import io.godwit.contacts.DataChange;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.ingest.BatchTransaction.FirstRoundResult;
import io.godwit.ingest.CallBatch.BatchEntry;
import io.godwit.ingest.CallResult.Accepted;
import io.godwit.ingest.CallResult.Blocked;
import io.godwit.ingest.CallResult.Refused;
import io.godwit.ingest.ProjectCheckStore.ProjectChecks;
import io.godwit.web.idempotency.StoredResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the calls of a batch in memory, in the order they arrived, each after the effects of those before it. A refused
 * call leaves no effect. Pure except for the ids it makes, so it can be compared with a naive model.
 */
final class BatchDecider {

    private final ProjectChecks checks;
    private final BatchIdempotency idempotency;
    private final RemainingQuota quota;
    private final BatchWrites writes;
    private final NewContactLimiter newContacts;

    BatchDecider(FirstRoundResult firstRound, BatchWrites writes, NewContactLimiter newContacts) {
        this.checks = firstRound.checks();
        this.idempotency = firstRound.idempotency();
        this.quota = firstRound.quota();
        this.writes = writes;
        this.newContacts = newContacts;
    }

    /** Returns one result for each call, in their order; the rows of accepted calls are added to the writes. */
    List<CallResult> decide(CallBatch batch) {
        var results = new ArrayList<CallResult>(batch.entries().size());
        batch.entries().forEach(entry -> results.add(outcome(entry)));
        batch.slots().forEach(contact -> contact.changed().ifPresent(writes::changed));
        batch.slots().stream()
                .filter(BatchContact::isOnlyRefused)
                .forEach(contact -> writes.deleteRefused(contact.wanted()));
        return results;
    }

    private CallResult outcome(BatchEntry entry) {
        try {
            return decide(entry);
        } catch (Failure refusal) {
            return new Refused(entry.call(), refusal);
        }
    }

    private CallResult decide(BatchEntry entry) {
        checkAuthority(entry.entry().tenant());
        var replay = entry.entry().claim().flatMap(idempotency::replay);
        if (replay.isPresent()) {
            return new Accepted(entry.call(), replay.get());
        }
        return entry.contacts().stream().allMatch(BatchContact::isLocked) ? apply(entry) : new Blocked(entry.call());
    }

    /**
     * Refuses a call whose key was rotated, or whose project was disabled, since the key was looked up. Disabling raises the
     * keys' version, too, but leaves them valid.
     */
    private void checkAuthority(Tenant tenant) {
        var project = checks.idToProject().get(tenant.project());
        var byKey = tenant.caller() == Caller.PUBLIC_KEY || tenant.caller() == Caller.SECRET_KEY;
        if (project != null && project.disabled()) {
            throw Failure.of(Kind.PROJECT_DISABLED, "This project is disabled");
        } else if (project == null || (byKey && project.keysVersion() != tenant.keysVersion())) {
            throw Failure.of(Kind.INVALID_API_KEY, "Invalid API key");
        }
    }

    private CallResult apply(BatchEntry entry) {
        var before = new ArrayList<@Nullable Contact>(entry.contacts().size());
        var after = new ArrayList<Contact>(entry.contacts().size());
        for (var at = 0; at < entry.contacts().size(); at++) {
            before.add(entry.contacts().get(at).current());
            after.add(entry.contacts().get(at).apply(entry.changes().get(at)));
        }
        var refusal = refusal(entry, after);
        if (refusal.isPresent()) {
            restore(entry, before);
            return new Refused(entry.call(), refusal.get());
        }
        return accept(entry, before, after);
    }

    private Optional<Failure> refusal(BatchEntry entry, List<Contact> after) {
        if (after.stream().anyMatch(Contact::tooLarge)) {
            return Optional.of(DataChange.tooLarge());
        }
        return entry.entry()
                .refusal(after)
                .or(() -> newContacts.refuse(entry.call()))
                .or(() -> reserveQuota(entry.entry()));
    }

    /**
     * Reserves the quota of a call; the last check, because quota spent for a refused call would be missing to later ones.
     */
    private Optional<Failure> reserveQuota(IngestCall call) {
        return call.emailCount() == 0
                ? Optional.empty()
                : quota.reserve(call.tenant().project(), QuotaCategory.TRANSACTIONAL, call.emailCount());
    }

    /** Restores contacts in reverse order, for a contact that occurs twice in one call. */
    private static void restore(BatchEntry entry, List<@Nullable Contact> before) {
        for (var at = before.size() - 1; at >= 0; at--) {
            entry.contacts().get(at).restore(before.get(at));
        }
    }

    private CallResult accept(BatchEntry entry, List<@Nullable Contact> before, List<Contact> after) {
        var project = entry.entry().tenant().project();
        for (var at = 0; at < after.size(); at++) {
            writes.effects()
                    .changed(project, before.get(at), after.get(at), ConsentSource.API)
                    .ifPresent(writes::event);
        }
        var response = entry.entry().write(after, checks.at(), writes);
        entry.entry().claim().ifPresent(claim -> writes.addResponse(StoredResponse.of(claim, response)));
        return new Accepted(entry.call(), response);
    }
}
