package io.godwit.ingest;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.traces.TraceContext;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One validated call as the batcher sees it: the contacts it changes, and the rows it writes once they are locked. All ids are
 * made before the rows are written, so that an unclear commit can be looked up.
 */
sealed interface IngestCall permits TrackCall, SendCall {

    Tenant tenant();

    Optional<IdempotencyClaim> claim();

    /** Returns the span of the request; empty unless the request is traced. */
    Optional<TraceContext> trace();

    /** Returns the changes in the caller's order; a contact may occur twice. */
    List<ContactChange> changes();

    /** Returns the client whose limit of new contacts applies, for calls with a public key. */
    Optional<String> limitedClient();

    /** Returns about how many bytes the call holds while it waits. */
    long bytes();

    /** Returns the name of the event that the call appends; empty for none. */
    Optional<String> eventName();

    /** Returns the number of emails of the call. */
    int emailCount();

    /** Returns the reason to refuse the call, given its contacts after their changes. */
    Optional<Failure> refusal(List<Contact> contacts);

    /**
     * Adds the call's rows to those of the batch.
     *
     * @param contacts after their changes, one for each change
     * @param at the time of the transaction, for the written rows
     */
    ApiResponse write(List<Contact> contacts, Instant at, BatchWrites writes);
}
