package io.godwit.addresses;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The lists of domains in the jar: sorted text, one name per line, comments after {@code #}. */
record DomainLists(
        Set<String> disposable,
        Set<String> personal,
        Set<String> aliases,
        Set<String> reserved,
        List<String> providers) {

    /** The one copy of this JVM, 6 MB. The first call reads 1 MB of text; about 60 ms on a cold JVM, so not on an event loop. */
    static DomainLists load() {
        return Holder.LISTS;
    }

    private static DomainLists read() {
        return new DomainLists(
                Set.copyOf(names("disposable.txt")),
                Set.copyOf(names("personal.txt")),
                Set.copyOf(names("aliases.txt")),
                Set.copyOf(names("reserved.txt")),
                names("providers.txt"));
    }

    private static List<String> names(String file) {
        try (var lines = open(file)) {
            return lines.filter(line -> !line.startsWith("#")).toList();
        }
    }

    private static Stream<String> open(String file) {
        var stream = Objects.requireNonNull(DomainLists.class.getResourceAsStream("/addresses/" + file), file);
        var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.US_ASCII));
        return reader.lines().onClose(() -> close(reader));
    }

    private static void close(BufferedReader reader) {
        try {
            reader.close();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /**
     * True for a throw-away domain or one below it, such as {@code any.mailinator.com}, unless it forwards to a real
     * mailbox.
     */
    boolean isDisposable(String domain) {
        return !isAlias(domain) && selfOrParentIn(disposable, domain);
    }

    boolean isAlias(String domain) {
        return selfOrParentIn(aliases, domain);
    }

    /** True for a provider of free mailboxes. That list contains throw-away domains too, so those are excluded. */
    boolean isPersonal(String domain) {
        return personal.contains(domain) && !isDisposable(domain);
    }

    boolean isReserved(String domain) {
        return reserved.contains(domain.substring(domain.lastIndexOf('.') + 1));
    }

    private static boolean selfOrParentIn(Set<String> names, String domain) {
        for (var name = domain; !name.isEmpty(); name = parent(name)) {
            if (names.contains(name)) {
                return true;
            }
        }
        return false;
    }

    private static String parent(String name) {
        var dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    /** Read by the first who asks. */
    private static final class Holder {

        private static final DomainLists LISTS = read();
    }
}
