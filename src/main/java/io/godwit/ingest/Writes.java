package io.godwit.ingest;

import io.godwit.contacts.Consequences;
import io.godwit.contacts.Contacts.Changed;
import io.godwit.contacts.Contacts.Wanted;
import io.godwit.core.ContentId;
import io.godwit.core.ProjectId;
import io.godwit.events.NewEvent;
import io.godwit.sending.Content;
import io.godwit.sending.NewEmail;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.SendingMessages.Queued;
import io.godwit.web.Kept;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The rows one batch is about to write. */
final class Writes {

    /** One row that is there if and only if the transaction was committed. */
    record Evidence(ProjectId project, UUID id) {}

    private static final int MOST_LANES = 256;

    private final List<Changed> changed = new ArrayList<>();
    private final List<Wanted> unwanted = new ArrayList<>();
    private final List<NewEvent> events = new ArrayList<>();
    private final Map<ContentId, Content> idToContent = new LinkedHashMap<>();
    private final List<NewEmail> emails = new ArrayList<>();
    private final List<Kept> kept = new ArrayList<>();
    private final Consequences consequences;

    Writes(Consequences consequences) {
        this.consequences = consequences;
    }

    void changed(Changed contact) {
        changed.add(contact);
    }

    void unwanted(Wanted contact) {
        unwanted.add(contact);
    }

    void event(NewEvent event) {
        events.add(event);
    }

    void content(Content content) {
        idToContent.putIfAbsent(content.id(), content);
    }

    void email(NewEmail email) {
        emails.add(email);
    }

    void keep(Kept answer) {
        kept.add(answer);
    }

    List<Changed> changed() {
        return changed;
    }

    List<Wanted> unwanted() {
        return unwanted;
    }

    List<NewEvent> events() {
        return events;
    }

    /** Each once, however many calls share it. */
    List<Content> contents() {
        return List.copyOf(idToContent.values());
    }

    List<NewEmail> emails() {
        return emails;
    }

    /** Answers to calls with an idempotency key. */
    List<Kept> kept() {
        return kept;
    }

    /** What the changes of contacts entail. */
    Consequences consequences() {
        return consequences;
    }

    /** Whether nothing is to be written; what was inserted for refused calls alone is undone by a rollback. */
    boolean isEmpty() {
        return changed.isEmpty() && events.isEmpty() && emails.isEmpty();
    }

    /** Every call that writes at all writes an event or an email; empty when no call did. */
    Optional<Evidence> evidence() {
        return events.stream()
                .map(event -> new Evidence(event.project(), event.id().value()))
                .findFirst()
                .or(() -> emails.stream()
                        .map(email -> new Evidence(email.project(), email.id().value()))
                        .findFirst());
    }

    /** The lanes with mail that may go at once. */
    Optional<Queued> queued() {
        var lanes = emails.stream()
                .filter(email -> email.scheduledAt().isEmpty())
                .map(email -> new Lane(email.project().value(), email.source().lane()))
                .distinct()
                .limit(MOST_LANES)
                .toList();
        return lanes.isEmpty() ? Optional.empty() : Optional.of(new Queued(lanes));
    }
}
