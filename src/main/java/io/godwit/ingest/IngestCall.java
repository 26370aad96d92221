package io.godwit.ingest;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One validated call as the batcher sees it: whose contacts it touches, and what it writes once they are in its hands. All
 * ids are ours and made before the rows are written, so that an unclear commit can be looked up.
 */
sealed interface IngestCall permits TrackCall, SendCall {

    Tenant tenant();

    Optional<IdempotencyClaim> claim();

    /** In the caller's order; a contact may occur twice. */
    List<ContactChange> changes();

    /** The client against whom the contact is counted, for calls anybody could make. */
    Optional<String> limitedClient();

    /** About how many bytes the call holds while it waits. */
    long bytes();

    /** How many mails it brings. */
    int mails();

    /** Why nothing of it may be written, seeing its contacts as they would be. */
    Optional<Failure> refusal(List<Contact> contacts);

    /**
     * Adds its rows to those of the batch.
     *
     * @param contacts after this call, one for each change
     * @param at the time of the transaction, which its rows will show
     */
    ApiResponse write(List<Contact> contacts, Instant at, BatchWrites writes);
}
