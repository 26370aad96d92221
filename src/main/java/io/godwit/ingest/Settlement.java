package io.godwit.ingest;

import io.godwit.billing.Allowance;
import io.godwit.billing.Category;
import io.godwit.contacts.Contact;
import io.godwit.contacts.CustomData;
import io.godwit.contacts.Slot;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.ingest.Batch.Ticket;
import io.godwit.ingest.Ledger.Opening;
import io.godwit.ingest.Outcome.Accepted;
import io.godwit.ingest.Outcome.Blocked;
import io.godwit.ingest.Outcome.Refused;
import io.godwit.ingest.ProjectStore.Standing;
import io.godwit.web.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides a batch in memory, call by call in the order they arrived, each seeing what those before it did. A call that is
 * refused leaves no trace. Pure but for the ids it makes, so it can be compared with a naive model.
 */
final class Settlement {

    private final Standing standing;
    private final Claims claims;
    private final Allowance allowance;
    private final Writes writes;
    private final Newcomers newcomers;

    Settlement(Opening opening, Writes writes, Newcomers newcomers) {
        this.standing = opening.standing();
        this.claims = opening.claims();
        this.allowance = opening.allowance();
        this.writes = writes;
        this.newcomers = newcomers;
    }

    /** One outcome for each call, in their order; the rows of those accepted are added to the writes. */
    List<Outcome> settle(Batch batch) {
        var outcomes = new ArrayList<Outcome>(batch.tickets().size());
        batch.tickets().forEach(ticket -> outcomes.add(outcome(ticket)));
        batch.slots().forEach(slot -> slot.changed().ifPresent(writes::changed));
        batch.slots().stream().filter(Slot::isUnwanted).forEach(slot -> writes.unwanted(slot.wanted()));
        return outcomes;
    }

    private Outcome outcome(Ticket ticket) {
        try {
            return settle(ticket);
        } catch (Failure refusal) {
            return new Refused(ticket.call(), refusal);
        }
    }

    private Outcome settle(Ticket ticket) {
        checkAuthority(ticket.entry().tenant());
        var replay = ticket.entry().claim().flatMap(claims::replay);
        if (replay.isPresent()) {
            return new Accepted(ticket.call(), replay.get());
        }
        return ticket.slots().stream().allMatch(Slot::isHeld) ? apply(ticket) : new Blocked(ticket.call());
    }

    /**
     * A key that was rotated, or a project that was disabled, since the key was looked up. Disabling counts the keys' version up,
     * too, but leaves them valid.
     */
    private void checkAuthority(Tenant tenant) {
        var project = standing.idToProject().get(tenant.project());
        var byKey = tenant.caller() == Caller.PUBLIC_KEY || tenant.caller() == Caller.SECRET_KEY;
        if (project != null && project.disabled()) {
            throw Failure.of(Kind.PROJECT_DISABLED, "This project is disabled");
        } else if (project == null || (byKey && project.keysVersion() != tenant.keysVersion())) {
            throw Failure.of(Kind.INVALID_API_KEY, "Invalid API key");
        }
    }

    private Outcome apply(Ticket ticket) {
        var before = new ArrayList<@Nullable Contact>(ticket.slots().size());
        var after = new ArrayList<Contact>(ticket.slots().size());
        for (var at = 0; at < ticket.slots().size(); at++) {
            before.add(ticket.slots().get(at).current());
            after.add(ticket.slots().get(at).apply(ticket.changes().get(at)));
        }
        var refusal = objection(ticket, after);
        if (refusal.isPresent()) {
            restore(ticket, before);
            return new Refused(ticket.call(), refusal.get());
        }
        return accept(ticket, before, after);
    }

    private Optional<Failure> objection(Ticket ticket, List<Contact> after) {
        if (after.stream().anyMatch(Contact::tooLarge)) {
            return Optional.of(CustomData.tooLarge());
        }
        return ticket.entry()
                .objection(after)
                .or(() -> newcomers.refuse(ticket.call()))
                .or(() -> spend(ticket.entry()));
    }

    /** Last, because what was spent for a refused call would be missing to those behind it. */
    private Optional<Failure> spend(Entry entry) {
        return entry.mails() == 0
                ? Optional.empty()
                : allowance.spend(entry.tenant().project(), Category.TRANSACTIONAL, entry.mails());
    }

    /** Backwards, for a contact that occurs twice in one call. */
    private static void restore(Ticket ticket, List<@Nullable Contact> before) {
        for (var at = before.size() - 1; at >= 0; at--) {
            ticket.slots().get(at).restore(before.get(at));
        }
    }

    private Outcome accept(Ticket ticket, List<@Nullable Contact> before, List<Contact> after) {
        var project = ticket.entry().tenant().project();
        for (var at = 0; at < after.size(); at++) {
            writes.consequences()
                    .changed(project, before.get(at), after.get(at))
                    .ifPresent(writes::event);
        }
        var answer = ticket.entry().write(after, standing.at(), writes);
        ticket.entry().claim().ifPresent(claim -> writes.keep(Kept.of(claim, answer)));
        return new Accepted(ticket.call(), answer);
    }
}
