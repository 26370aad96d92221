package io.godwit.delivery;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

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
final class DeliveryChoiceCache {

    private record ChoiceKey(UUID project, String domain, String emailClass) {}

    /**
     * The ways emails of a project leave.
     *
     * @param direct whether any may leave without the relay
     * @param various whether that depends on the sender's domain or the class
     */
    private record ProjectModes(boolean direct, boolean various) {

        static ProjectModes of(List<DeliveryChoice> choices, DirectSettings.Mode byDefault) {
            var ofProject = choices.stream()
                    .filter(DeliveryChoice::concernsAll)
                    .flatMap(choice -> choice.mode().stream())
                    .findFirst();
            var others = choices.stream()
                    .filter(choice -> !choice.concernsAll())
                    .flatMap(choice -> choice.mode().stream())
                    .toList();
            return new ProjectModes(
                    ofProject.orElse(byDefault) == DirectSettings.Mode.DIRECT
                            || others.contains(DirectSettings.Mode.DIRECT),
                    !others.isEmpty());
        }
    }

    private final Database database;
    private final DirectSettings.Mode byDefault;
    private final List<String> defaultPools;
    private final DeliveryChoiceStore store = new DeliveryChoiceStore();
    private volatile Map<ChoiceKey, DeliveryChoice> keyToChoice = Map.of();
    private volatile Map<UUID, ProjectModes> projectToModes = Map.of();
    private volatile boolean directUsed;
    private Runnable onChange = () -> {};

    DeliveryChoiceCache(Database database, DirectSettings settings) {
        this.database = database;
        this.byDefault = settings.mode();
        this.defaultPools = settings.pools();
        this.directUsed = byDefault == DirectSettings.Mode.DIRECT;
    }

    /** Calls the listener when emails that are queued may have to leave another way. */
    void onChange(Runnable listener) {
        onChange = listener;
    }

    /** Writes the mode of emails without a choice for the statements that queue emails, and reads the choices. */
    Future<Next> start() {
        return store.putDefault(database.workers(), byDefault)
                .onSuccess(this::changed)
                .compose(ignored -> refresh());
    }

    private void changed(boolean changed) {
        if (changed) {
            onChange.run();
        }
    }

    /** Reads the choices. */
    Future<Next> refresh() {
        return store.all(database.workers()).map(choices -> {
            var read = new HashMap<ChoiceKey, DeliveryChoice>();
            choices.forEach(
                    choice -> read.put(new ChoiceKey(choice.project(), choice.domain(), choice.emailClass()), choice));
            keep(read);
            return Next.IDLE;
        });
    }

    private void keep(Map<ChoiceKey, DeliveryChoice> read) {
        if (read.equals(keyToChoice)) {
            return;
        }
        keyToChoice = Map.copyOf(read);
        projectToModes = read.values().stream()
                .collect(groupingBy(
                        DeliveryChoice::project,
                        collectingAndThen(toList(), choices -> ProjectModes.of(choices, byDefault))));
        directUsed = byDefault == DirectSettings.Mode.DIRECT
                || projectToModes.values().stream().anyMatch(ProjectModes::direct);
        onChange.run();
    }

    /** Returns whether any email may leave without the relay. */
    boolean isDirectUsed() {
        return directUsed;
    }

    /** Returns whether any email of the project may leave without the relay. */
    boolean isDirectUsed(UUID project) {
        var modes = projectToModes.get(project);
        return modes == null ? byDefault == DirectSettings.Mode.DIRECT : modes.direct();
    }

    /** Returns whether the way an email of the project leaves depends on its sender's domain or its class. */
    boolean hasVariousModes(UUID project) {
        var modes = projectToModes.get(project);
        return modes != null && modes.various();
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
