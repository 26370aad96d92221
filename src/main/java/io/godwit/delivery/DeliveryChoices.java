package io.godwit.delivery;

import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The choices of operators in memory. Of those that concern an email, one for its sender's domain and class wins over one for the
 * domain, one for the class, and one for all of the project. Safe from any thread.
 */
final class DeliveryChoices {

    private record ChoiceKey(UUID project, String domain, String emailClass) {}

    private final Database database;
    private final DirectSettings.Mode byDefault;
    private final List<String> defaultPools;
    private final DeliveryChoiceStore store = new DeliveryChoiceStore();
    private volatile Map<ChoiceKey, DeliveryChoice> keyToChoice = Map.of();

    DeliveryChoices(Database database, DirectSettings settings) {
        this.database = database;
        this.byDefault = settings.mode();
        this.defaultPools = settings.pools();
    }

    /** Reads the choices. */
    Future<Next> refresh() {
        return store.all(database.workers()).map(choices -> {
            var read = new HashMap<ChoiceKey, DeliveryChoice>();
            choices.forEach(
                    choice -> read.put(new ChoiceKey(choice.project(), choice.domain(), choice.emailClass()), choice));
            keyToChoice = Map.copyOf(read);
            return Next.IDLE;
        });
    }

    /** Returns whether any email may leave without the relay. */
    boolean isDirectUsed() {
        return byDefault == DirectSettings.Mode.DIRECT
                || keyToChoice.values().stream()
                        .anyMatch(choice -> choice.mode().equals(Optional.of(DirectSettings.Mode.DIRECT)));
    }

    boolean isDirect(UUID project, String senderDomain, String emailClass) {
        return chosen(project, senderDomain, emailClass, DeliveryChoice::mode).orElse(byDefault)
                == DirectSettings.Mode.DIRECT;
    }

    /** Returns the egress pools of an email in the order in which they are used, at least one. */
    List<String> pools(UUID project, String senderDomain, String emailClass) {
        return chosen(project, senderDomain, emailClass, choice -> Optional.of(choice)
                        .filter(DeliveryChoice::namesPools))
                .map(this::pools)
                .orElse(defaultPools);
    }

    private List<String> pools(DeliveryChoice choice) {
        return Stream.concat(Stream.of(choice.pool().orElse(defaultPools.get(0))), choice.fallbackPools().stream())
                .distinct()
                .toList();
    }

    private <T> Optional<T> chosen(
            UUID project, String senderDomain, String emailClass, Function<DeliveryChoice, Optional<T>> value) {
        if (keyToChoice.isEmpty()) {
            return Optional.empty();
        }
        return Stream.of(
                        new ChoiceKey(project, senderDomain, emailClass),
                        new ChoiceKey(project, senderDomain, ""),
                        new ChoiceKey(project, "", emailClass),
                        new ChoiceKey(project, "", ""))
                .map(keyToChoice::get)
                .flatMap(choice -> Optional.ofNullable(choice).flatMap(value).stream())
                .findFirst();
    }
}
