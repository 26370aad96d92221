package io.godwit.web.openapi;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.godwit.core.EmailAddress;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON Schema of a type as {@link io.godwit.web.body.JsonWriter} writes it: a record by its components, an absent
 * Optional as null, ids and addresses as texts. Each record and each enum becomes one named schema.
 */
final class RecordSchemas {

    private static final String IDS = "io.godwit.core.id";

    private static final Pattern ONE_WORD = Pattern.compile("[A-Z][a-z]+");

    /** The end of a class's name that says what the class does with the thing it begins with. */
    private static final Pattern ROLE = Pattern.compile(
            "(Response|Routes|Store|Service|Catalog|Computer|Renderer|Detail|Summary|Lister|Setup|Usages)$");

    private static final Map<Class<?>, Map<String, Object>> SCALARS = Map.ofEntries(
            Map.entry(String.class, JsonSchemas.of("string")),
            Map.entry(CharSequence.class, JsonSchemas.of("string")),
            Map.entry(boolean.class, JsonSchemas.of("boolean")),
            Map.entry(Boolean.class, JsonSchemas.of("boolean")),
            Map.entry(int.class, JsonSchemas.format("integer", "int32")),
            Map.entry(Integer.class, JsonSchemas.format("integer", "int32")),
            Map.entry(long.class, JsonSchemas.format("integer", "int64")),
            Map.entry(Long.class, JsonSchemas.format("integer", "int64")),
            Map.entry(double.class, JsonSchemas.format("number", "double")),
            Map.entry(Double.class, JsonSchemas.format("number", "double")),
            Map.entry(BigDecimal.class, JsonSchemas.of("number")),
            Map.entry(BigInteger.class, JsonSchemas.of("integer")),
            Map.entry(Instant.class, JsonSchemas.format("string", "date-time")),
            Map.entry(LocalDate.class, JsonSchemas.format("string", "date")),
            Map.entry(UUID.class, JsonSchemas.format("string", "uuid")),
            Map.entry(EmailAddress.class, JsonSchemas.format("string", "email")));

    private final Map<String, Map<String, Object>> nameToSchema = new TreeMap<>();
    private final Map<String, Class<?>> nameToOwner = new HashMap<>();
    private final SchemaTexts texts;

    RecordSchemas(SchemaTexts texts) {
        this.texts = texts;
    }

    /** Every schema that was named so far. */
    Map<String, Map<String, Object>> named() {
        return nameToSchema;
    }

    Map<String, Object> schema(Type type) {
        return schema(type, Map.of());
    }

    private Map<String, Object> schema(Type type, Map<TypeVariable<?>, Type> variables) {
        if (type instanceof TypeVariable<?> variable) {
            return schema(Optional.ofNullable(variables.get(variable)).orElse(Object.class), variables);
        } else if (type instanceof WildcardType wildcard) {
            return schema(wildcard.getUpperBounds()[0], variables);
        } else if (type instanceof ParameterizedType generic) {
            var arguments = Stream.of(generic.getActualTypeArguments())
                    .map(argument -> argument instanceof TypeVariable<?> variable
                            ? Optional.ofNullable(variables.get(variable)).orElse(Object.class)
                            : argument)
                    .toList();
            return generic((Class<?>) generic.getRawType(), arguments);
        }
        return plain((Class<?>) type);
    }

    private Map<String, Object> generic(Class<?> raw, List<Type> arguments) {
        if (raw == Optional.class) {
            return JsonSchemas.orNull(schema(arguments.get(0)));
        } else if (Collection.class.isAssignableFrom(raw)) {
            return JsonSchemas.array(schema(arguments.get(0)));
        } else if (Map.class.isAssignableFrom(raw)) {
            return arguments.get(1) == Object.class
                    ? JsonSchemas.freeObject()
                    : JsonSchemas.map(schema(arguments.get(1)));
        }
        var variables = new HashMap<TypeVariable<?>, Type>();
        for (var i = 0; i < arguments.size(); i++) {
            variables.put(raw.getTypeParameters()[i], arguments.get(i));
        }
        var name = arguments.stream().map(RecordSchemas::simpleName).reduce("", String::concat) + ownName(raw);
        return record(name, raw, variables);
    }

    private static String simpleName(Type type) {
        if (type instanceof ParameterizedType generic) {
            return simpleName(generic.getActualTypeArguments()[0]) + ownName((Class<?>) generic.getRawType());
        }
        return ownName((Class<?>) type);
    }

    /** A nested type of one word, such as {@code Item}, says nothing alone: the class around it comes first, without its role. */
    private static String ownName(Class<?> type) {
        var around = type.getEnclosingClass();
        var name = type.getSimpleName();
        if (around == null || !ONE_WORD.matcher(name).matches()) {
            return name;
        }
        var thing = ROLE.matcher(around.getSimpleName()).replaceFirst("");
        return thing.equals(name) ? name : thing + name;
    }

    private Map<String, Object> plain(Class<?> type) {
        var scalar = SCALARS.get(type);
        if (scalar != null) {
            return scalar;
        } else if (type.getPackageName().equals(IDS)) {
            return JsonSchemas.format("string", "uuid");
        } else if (type.isEnum()) {
            return enumeration(type);
        } else if (type.isRecord()) {
            return record(ownName(type), type, Map.of());
        } else if (type.isSealed()) {
            return JsonSchemas.anyOf(
                    Stream.of(type.getPermittedSubclasses()).map(this::plain).toList());
        } else if (Map.class.isAssignableFrom(type)) {
            return JsonSchemas.freeObject();
        } else if (Collection.class.isAssignableFrom(type)) {
            return JsonSchemas.array(JsonSchemas.anything());
        } else if (type == Object.class) {
            return JsonSchemas.anything();
        }
        throw new IllegalStateException("An answer has a " + type.getName() + ", whose JSON is not known");
    }

    /** Names the schema, so that generated clients have one type for it, and one that may be null where it is left open. */
    private Map<String, Object> enumeration(Class<?> type) {
        var name = nameOf(ownName(type), type);
        if (nameToOwner.putIfAbsent(name, type) == null) {
            nameToSchema.put(
                    name, texts.described(name, name, JsonSchemas.with(JsonSchemas.of("string"), "enum", words(type))));
        }
        return JsonSchemas.reference(name);
    }

    /** The words of an enum as {@link JsonValue} spells them, or else its names. */
    private static List<String> words(Class<?> type) {
        var spelling = Stream.of(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(JsonValue.class))
                .findFirst();
        return Stream.of(type.getEnumConstants())
                .map(constant ->
                        spelling.map(method -> spelled(method, constant)).orElseGet(() -> ((Enum<?>) constant).name()))
                .toList();
    }

    private static String spelled(Method method, Object constant) {
        try {
            method.setAccessible(true);
            return String.valueOf(method.invoke(constant));
        } catch (ReflectiveOperationException unreadable) {
            throw new IllegalStateException("The words of " + constant.getClass() + " cannot be read", unreadable);
        }
    }

    private Map<String, Object> record(String shortName, Class<?> type, Map<TypeVariable<?>, Type> variables) {
        var name = nameOf(shortName, type);
        if (nameToOwner.putIfAbsent(name, type) == null) {
            nameToSchema.put(name, Map.of());
            nameToSchema.put(name, texts.object(name, ownName(type), members(type, variables)));
        }
        return JsonSchemas.reference(name);
    }

    private String nameOf(String shortName, Class<?> type) {
        return nameToOwner.getOrDefault(shortName, type) == type ? shortName : longName(shortName, type);
    }

    /** Tells two nested records of one name apart by the class around them. */
    private static String longName(String shortName, Class<?> type) {
        var around = type.getEnclosingClass();
        return (around == null ? type.getPackageName().replaceAll(".*\\.", "") : around.getSimpleName()) + shortName;
    }

    private Map<String, Object> members(Class<?> type, Map<TypeVariable<?>, Type> variables) {
        var properties = new LinkedHashMap<String, Object>();
        var required = new ArrayList<String>();
        collect(type, variables, properties, required);
        var object = JsonSchemas.object(properties, required);
        return isOpen(type) ? JsonSchemas.with(object, "additionalProperties", true) : object;
    }

    private static boolean isOpen(Class<?> type) {
        return Stream.of(type.getRecordComponents())
                .anyMatch(component -> annotation(type, component, JsonAnyGetter.class) != null);
    }

    private void collect(
            Class<?> type,
            Map<TypeVariable<?>, Type> variables,
            Map<String, Object> properties,
            List<String> required) {
        for (var component : type.getRecordComponents()) {
            if (annotation(type, component, JsonUnwrapped.class) != null) {
                collect(inner(component, variables), Map.of(), properties, required);
            } else if (annotation(type, component, JsonAnyGetter.class) == null
                    && annotation(type, component, JsonIgnore.class) == null) {
                var name = name(type, component);
                properties.put(name, member(type, component, name, variables));
                if (!isLeftOut(type, component) && !isWordOrNull(component)) {
                    required.add(name);
                }
            }
        }
    }

    private static Class<?> inner(RecordComponent component, Map<TypeVariable<?>, Type> variables) {
        return component.getGenericType() instanceof TypeVariable<?> variable
                ? (Class<?>) Optional.ofNullable(variables.get(variable)).orElse(Object.class)
                : component.getType();
    }

    private Map<String, Object> member(
            Class<?> type, RecordComponent component, String name, Map<TypeVariable<?>, Type> variables) {
        var schema = annotation(type, component, JsonRawValue.class) == null
                ? schema(component.getGenericType(), variables)
                : name.equals("data") ? JsonSchemas.freeObject() : JsonSchemas.anything();
        var written = component.getAnnotatedType().isAnnotationPresent(Nullable.class) && !isLeftOut(type, component)
                ? JsonSchemas.orNull(schema)
                : schema;
        return texts.member(nameOf(ownName(type), type), name, written);
    }

    private static String name(Class<?> type, RecordComponent component) {
        var named = annotation(type, component, JsonProperty.class);
        return named == null || named.value().isEmpty() ? component.getName() : named.value();
    }

    /**
     * True for a word that may be null. It is not said to be required, though it is always there: clients of the widespread
     * OpenAPI Generator (7.17) read a required word without looking for null.
     */
    private static boolean isWordOrNull(RecordComponent component) {
        return component.getGenericType() instanceof ParameterizedType generic
                && generic.getRawType() == Optional.class
                && generic.getActualTypeArguments()[0] instanceof Class<?> word
                && word.isEnum();
    }

    private static boolean isLeftOut(Class<?> type, RecordComponent component) {
        var included = annotation(type, component, JsonInclude.class);
        return included != null && included.value() == Include.NON_NULL;
    }

    /** Annotations whose targets name no record component are found on its field only. */
    private static <A extends Annotation> @Nullable A annotation(
            Class<?> type, RecordComponent component, Class<A> wanted) {
        try {
            return type.getDeclaredField(component.getName()).getAnnotation(wanted);
        } catch (NoSuchFieldException impossible) {
            throw new IllegalStateException("A record has a field for each component", impossible);
        }
    }
}
