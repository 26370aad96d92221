package io.godwit.web;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON object into a record. Its methods never throw for a mistake of the caller: they note it and return a harmless
 * value, and {@link #build} throws all mistakes at once. An explicit {@code null} of an optional field means absent.
 *
 * <p>A body a client sent knows the names its readers asked for: {@link #build} takes every other member of it, and of the
 * objects read as {@link #child}, for a mistake. Readers that ask for a name only sometimes say so with {@link #knows}.
 *
 * <p>Values are {@code Map<String, Object>}, {@code List<Object>}, {@code String}, {@code Boolean}, {@code Number}
 * ({@code Integer}, {@code Long}, {@code BigInteger}, {@code BigDecimal}) and null.
 */
public final class JsonBody {

    private final Map<String, @Nullable Object> members;
    private final String prefix;
    private final List<Issue> issues;
    private final boolean free;
    private final Set<String> readNames = new HashSet<>();
    private final Set<String> ignored = new HashSet<>();
    private final List<JsonBody> children = new ArrayList<>();
    private final Optional<MemberListener> listener;

    private JsonBody(
            Map<String, @Nullable Object> members,
            String prefix,
            List<Issue> issues,
            boolean free,
            Optional<MemberListener> listener) {
        this.listener = listener;
        this.members = members;
        this.prefix = prefix;
        this.issues = issues;
        this.free = free;
    }

    /** An object that was accepted before, or that Godwit wrote itself; members that are never read are ignored. */
    public static JsonBody of(Map<String, @Nullable Object> members) {
        return new JsonBody(members, "", new ArrayList<>(), true, Optional.empty());
    }

    /** An object as a client sent it; members that are never read are mistakes. */
    public static JsonBody sent(Map<String, @Nullable Object> members) {
        return new JsonBody(members, "", new ArrayList<>(), false, Optional.empty());
    }

    /** An object whose reader is heard. */
    public static JsonBody recording(Map<String, @Nullable Object> members, MemberListener listener) {
        return new JsonBody(members, "", new ArrayList<>(), true, Optional.of(listener));
    }

    /** A member that is an object itself, noting mistakes under {@code name.}. */
    public JsonBody child(String name, Map<String, @Nullable Object> members) {
        var child = new JsonBody(
                members, prefix + name + ".", issues, free, listener.map(recorder -> recorder.child(name)));
        if (!free) {
            children.add(child);
        }
        return child;
    }

    /** A child object whose names the caller chooses, or that another reader checks; unread members are no mistakes. */
    public JsonBody freeChild(String name, Map<String, @Nullable Object> members) {
        return new JsonBody(members, prefix + name + ".", issues, true, Optional.empty());
    }

    /** Declares names that are valid here, although they may not be read for this request. */
    public void knows(String... names) {
        listener.ifPresent(recorder -> List.of(names).forEach(recorder::any));
        if (!free) {
            readNames.addAll(List.of(names));
        }
    }

    /** Names that existing clients send and that never meant anything here. */
    public void ignores(String... names) {
        if (!free) {
            ignored.addAll(List.of(names));
        }
    }

    /** Tells what a member may be, whose value the reader looks at by itself; clients read it in the OpenAPI document. */
    public void expects(String name, MemberType type) {
        listener.ifPresent(recorder -> recorder.expected(name, type));
    }

    /** Tells that a member has to be there, whose absence the reader notes in words of its own. */
    public void requires(String name) {
        listener.ifPresent(recorder -> recorder.required(name));
    }

    /** Tells that a member has other names. */
    public void aliases(String name, String... aliases) {
        listener.ifPresent(aliasListener -> List.of(aliases).forEach(alias -> aliasListener.alias(name, alias)));
    }

    /** All members as they were sent; reading them this way makes no name known. */
    public Map<String, @Nullable Object> members() {
        return Collections.unmodifiableMap(members);
    }

    /** True when the member is there and not null. */
    public boolean has(String name) {
        return value(name) != null;
    }

    /** True when the member is there and null, for fields that null deletes. */
    public boolean isNull(String name) {
        listener.ifPresent(recorder -> recorder.nullable(name));
        return value(name) == null && members.containsKey(name);
    }

    /** The member as it was sent; null when it is absent. */
    public @Nullable Object raw(String name) {
        return value(name);
    }

    private @Nullable Object value(String name) {
        if (!free) {
            readNames.add(name);
        }
        if (listener.isPresent()) {
            listener.get().any(name);
        }
        return members.get(name);
    }

    /** A required text of {@code min} to {@code max} characters (UTF-16 units). */
    public String text(String name, int min, int max) {
        if (!has(name)) {
            missing(name);
            listener.ifPresent(recorder -> recorder.member(name, MemberType.text(min, max)));
            return "";
        }
        return optionalText(name, min, max).orElse("");
    }

    public Optional<String> optionalText(String name, int min, int max) {
        var text = optional(name, MemberType.text(min, max), "string", String.class);
        text.ifPresent(value -> checkLength(name, value.length(), min, max));
        return text;
    }

    private void checkLength(String name, int length, int min, int max) {
        if (length < min) {
            issue(name, "too_small", "String must contain at least " + min + " character(s)");
        } else if (length > max) {
            issue(name, "too_big", "String must contain at most " + max + " character(s)");
        }
    }

    /** The member, if it is there and of this Java type; one of another type is a mistake. */
    private <T> Optional<T> optional(String name, MemberType type, String jsonType, Class<T> javaType) {
        listener.ifPresent(recorder -> recorder.member(name, type));
        var value = value(name);
        if (value == null) {
            return Optional.empty();
        }
        if (javaType.isInstance(value)) {
            return Optional.of(javaType.cast(value));
        }
        wrongType(name, jsonType, value);
        return Optional.empty();
    }

    public Optional<Boolean> optionalFlag(String name) {
        return optional(name, MemberType.FLAG, "boolean", Boolean.class);
    }

    /** An object member; empty when absent. */
    @SuppressWarnings("unchecked")
    public Optional<Map<String, @Nullable Object>> optionalObject(String name) {
        return optional(name, MemberType.FREE_OBJECT, "object", Map.class)
                .map(object -> (Map<String, @Nullable Object>) object);
    }

    @SuppressWarnings("unchecked")
    public Optional<List<@Nullable Object>> optionalList(String name) {
        return optional(name, LIST, "array", List.class).map(list -> (List<@Nullable Object>) list);
    }

    /** A required address. After a mistake the answer is a stand-in that {@link #build} never lets out. */
    public EmailAddress email(String name) {
        if (!has(name)) {
            missing(name);
        }
        return optionalEmail(name).orElse(NO_ADDRESS);
    }

    /** A required address of a sender or an account. After a mistake the answer is a stand-in, as with {@link #email}. */
    public EmailAddress asciiEmail(String name) {
        if (!has(name)) {
            missing(name);
        }
        return optionalAsciiEmail(name).orElse(NO_ADDRESS);
    }

    /** An address of a sender or an account, or one that is answered to, see {@link EmailAddress#parseAscii}. */
    public Optional<EmailAddress> optionalAsciiEmail(String name) {
        return email(name, EmailAddress::parseAscii, EmailAddress::asciiMistake);
    }

    public Optional<EmailAddress> optionalEmail(String name) {
        return email(name, EmailAddress::parse, EmailAddress::mistake);
    }

    private Optional<EmailAddress> email(
            String name, Function<String, Optional<EmailAddress>> parser, UnaryOperator<String> mistake) {
        return optional(name, MemberType.EMAIL, "string", String.class).flatMap(text -> {
            var address = parser.apply(text);
            if (address.isEmpty()) {
                issue(name, "invalid_string", mistake.apply(text));
            }
            return address;
        });
    }

    /** One of the names of an enum. */
    public <E extends Enum<E>> Optional<E> optionalEnum(String name, Class<E> type) {
        listener.ifPresent(recorder -> recorder.member(name, MemberType.words(namesOf(type))));
        var value = value(name);
        if (value == null) {
            return Optional.empty();
        }
        for (var constant : type.getEnumConstants()) {
            if (constant.name().equals(value)) {
                return Optional.of(constant);
            }
        }
        issue(name, "invalid_enum_value", "Expected one of " + List.of(type.getEnumConstants()));
        return Optional.empty();
    }

    private static <E extends Enum<E>> Stream<String> namesOf(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Enum::name);
    }

    /** Notes the absence of a required member as a mistake. */
    public void missing(String name) {
        listener.ifPresent(recorder -> recorder.required(name));
        issues.add(WrongType.missing(prefix + name));
    }

    public void wrongType(String name, String expected, @Nullable Object value) {
        issues.add(WrongType.issue(prefix + name, expected, value));
    }

    public void issue(String name, String code, String message) {
        issues.add(Issue.of(prefix + name, code, message));
    }

    public void issue(Issue issue) {
        issues.add(issue);
    }

    public boolean isFlawless() {
        return issues.isEmpty();
    }

    /** The record, or a Failure with every mistake noted so far; {@code record} is only asked for when there is none. */
    public <T> T build(Supplier<T> record) {
        noteUnknown();
        if (!issues.isEmpty()) {
            throw Failure.invalid(issues);
        }
        return record.get();
    }

    private void noteUnknown() {
        if (!free) {
            members.keySet().stream()
                    .filter(name -> !readNames.contains(name) && !ignored.contains(name))
                    .forEach(name -> issues.add(UnknownName.member(prefix, name, readNames)));
            children.forEach(JsonBody::noteUnknown);
        }
    }

    private static final MemberType LIST = MemberType.list(MemberType.ANYTHING, 0, Integer.MAX_VALUE);
    private static final EmailAddress NO_ADDRESS = new EmailAddress("nobody@invalid");
}
