package io.godwit.ingest;

import io.godwit.contacts.ContactBatchWriter.ChangedContact;
import io.godwit.contacts.ContactBatchWriter.NewContact;
import io.godwit.contacts.ContactChangeEffects;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.ProjectId;
import io.godwit.events.NewEvent;
import io.godwit.sending.NewEmail;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.godwit.sending.content.StoredContent;
import io.godwit.web.idempotency.StoredResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The rows one batch is about to write. */
final class BatchWrites {

    /** A row that exists if and only if the transaction was committed. */
    record CommitProof(ProjectId project, UUID id) {}

    private static final int MAX_LANES = 256;

    private final List<ChangedContact> changed = new ArrayList<>();
    private final List<NewContact> refusedContacts = new ArrayList<>();
    private final List<NewEvent> events = new ArrayList<>();
    private final Map<ContentId, StoredContent> idToContent = new LinkedHashMap<>();
    private final List<NewEmail> emails = new ArrayList<>();
    private final List<StoredResponse> stored = new ArrayList<>();
    private final ContactChangeEffects effects;
    private final boolean countsConcealed;
    private final boolean updateConcealed;

    /**
     * @param countsConcealed whether the statements must not tell which contacts are new
     * @param updateConcealed whether they must not tell which contacts are changed
     */
    BatchWrites(ContactChangeEffects effects, boolean countsConcealed, boolean updateConcealed) {
        this.effects = effects;
        this.countsConcealed = countsConcealed;
        this.updateConcealed = updateConcealed;
    }

    /** Returns whether counts are written also where there are none to write. */
    boolean areCountsConcealed() {
        return countsConcealed;
    }

    /** Returns whether contacts are updated also where none is changed. */
    boolean isUpdateConcealed() {
        return updateConcealed;
    }

    void changed(ChangedContact contact) {
        changed.add(contact);
    }

    void deleteRefused(NewContact contact) {
        refusedContacts.add(contact);
    }

    void event(NewEvent event) {
        events.add(event);
    }

    void content(StoredContent content) {
        idToContent.putIfAbsent(content.id(), content);
    }

    void email(NewEmail email) {
        emails.add(email);
    }

    void addResponse(StoredResponse answer) {
        stored.add(answer);
    }

    List<ChangedContact> changed() {
        return changed;
    }

    List<NewContact> refusedContacts() {
        return refusedContacts;
    }

    List<NewEvent> events() {
        return events;
    }

    /** Returns each content once, however many calls share it. */
    List<StoredContent> contents() {
        return List.copyOf(idToContent.values());
    }

    List<NewEmail> emails() {
        return emails;
    }

    /** Returns the answers to calls with an idempotency key. */
    List<StoredResponse> storedResponses() {
        return stored;
    }

    /** Returns the effects of the contact changes. */
    ContactChangeEffects effects() {
        return effects;
    }

    /** Returns whether there is nothing to write; rows inserted for refused calls alone are undone by a rollback. */
    boolean isEmpty() {
        return changed.isEmpty() && events.isEmpty() && emails.isEmpty();
    }

    /** Returns the proof of the commit: every accepted call that writes adds an event or an email; empty when none did. */
    Optional<CommitProof> evidence() {
        return events.stream()
                .map(event -> new CommitProof(event.project(), event.id().value()))
                .findFirst()
                .or(() -> emails.stream()
                        .map(email ->
                                new CommitProof(email.project(), email.id().value()))
                        .findFirst());
    }

    /** Returns the lanes with emails that may be sent at once. */
    Optional<Queued> queued() {
        var lanes = emails.stream()
                .filter(email -> email.scheduledAt().isEmpty())
                .map(email -> new Lane(email.project().value(), email.source().lane()))
                .distinct()
                .limit(MAX_LANES)
                .toList();
        return lanes.isEmpty() ? Optional.empty() : Optional.of(new Queued(lanes));
    }
}
