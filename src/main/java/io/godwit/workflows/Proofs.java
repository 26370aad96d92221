package io.godwit.workflows;

import io.godwit.contacts.Contact;
import io.godwit.core.Failure;
import io.godwit.core.Json;
import io.godwit.core.Mailbox;
import io.godwit.core.ProjectId;
import io.godwit.sending.Preview;
import io.godwit.webhooks.Masks;
import io.godwit.workflows.Passage.Change;
import io.godwit.workflows.Passage.Mail;
import io.godwit.workflows.Passage.Place;
import io.godwit.workflows.Passage.Request;
import io.godwit.workflows.Passage.Result;
import io.godwit.workflows.Situation.Person;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows what the visits of one simulation would do. A loop may render a thousand large mails, so after some megabytes or
 * seconds their bodies are left out. Belongs to one simulation.
 */
final class Proofs {

    /** Characters. */
    private static final long ROOM = 8L << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Preview preview;
    private final ProjectId project;
    private final Voice voice;
    private long room = ROOM;
    private long patience = PATIENCE.toNanos();

    /** Who speaks in the mails: the project by its name and language. */
    record Voice(String name, String language) {}

    Proofs(Preview preview, ProjectId project, Voice voice) {
        this.preview = preview;
        this.project = project;
        this.voice = voice;
    }

    Passage passage(Place place, Result result, Optional<Effect> done, Person before, Person after) {
        var node = place.node();
        var output = taken(Json.write(result.output()));
        return new Passage(
                place.visit(),
                node.id().toString(),
                new Passage.Step(node.id().toString(), node.name(), node.type()),
                place.status(),
                place.arrived(),
                place.left(),
                result.branch(),
                output.orElse("{}"),
                result.error(),
                done.filter(Effect.Mail.class::isInstance).map(mail -> mail((Effect.Mail) mail, before)),
                done.filter(Effect.Call.class::isInstance).map(call -> request((Effect.Call) call)),
                done.filter(Effect.Edit.class::isInstance).flatMap(edit -> change(before.contact(), after.contact())));
    }

    private Mail mail(Effect.Mail mail, Person person) {
        var started = System.nanoTime();
        var shown = room > 0 && patience > 0 ? rendered(mail, person) : Optional.<Preview.Shown>empty();
        patience -= System.nanoTime() - started;
        var template = mail.template();
        return new Mail(
                mail.to(),
                mail.from().map(Proofs::written).or(() -> template.from().map(address -> template.fromName()
                        .map(name -> name + " <" + address + ">")
                        .orElse(address))),
                mail.type().name(),
                template.id().toString(),
                shown.map(Preview.Shown::subject).orElse(template.subject()),
                shown.flatMap(mine -> taken(mine.html())),
                shown.flatMap(mine -> taken(mine.text())),
                shown.map(Preview.Shown::missing).orElse(List.of()));
    }

    /** Empty for what grows beyond all measure, which the queue would refuse to send too. */
    private Optional<Preview.Shown> rendered(Effect.Mail mail, Person person) {
        var contact = person.contact();
        var whose = new Preview.Whose(
                project, voice.name(), voice.language(), contact.id(), mail.to(), contact.subscribed());
        try {
            return Optional.of(preview.of(mail.template(), mail.type(), whose, mail.kept(), mail.once()));
        } catch (Failure tooLarge) {
            return Optional.empty();
        }
    }

    private static String written(Mailbox from) {
        return from.name()
                .map(name -> name + " <" + from.address().value() + ">")
                .orElse(from.address().value());
    }

    private Request request(Effect.Call call) {
        return new Request(
                call.method(),
                Masks.url(call.url()),
                Masks.headers(call.headers()),
                call.body().flatMap(this::taken));
    }

    private static Optional<Change> change(Contact before, Contact after) {
        var data = new LinkedHashMap<String, @Nullable Object>();
        after.data().forEach((key, value) -> {
            if (!Objects.equals(value, before.data().get(key))) {
                data.put(key, value);
            }
        });
        before.data().keySet().stream()
                .filter(key -> !after.data().containsKey(key))
                .forEach(key -> data.put(key, null));
        var subscribed = Optional.of(after.subscribed()).filter(now -> now != before.subscribed());
        return data.isEmpty() && subscribed.isEmpty()
                ? Optional.empty()
                : Optional.of(new Change(Json.write(data), subscribed));
    }

    private Optional<String> taken(String text) {
        room -= text.length();
        return room >= 0 ? Optional.of(text) : Optional.empty();
    }
}
