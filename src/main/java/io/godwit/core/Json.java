package io.godwit.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes JSON text of plain values (maps, lists, texts, flags, numbers, null), for {@code jsonb} columns. Numbers keep
 * every digit: fractions are read as {@code BigDecimal} and written without an exponent, as PostgreSQL prints them.
 */
public final class Json {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private static final ObjectWriter WRITER = MAPPER.writer();
    private static final ObjectReader OBJECTS = MAPPER.readerForMapOf(Object.class);

    private static final ObjectReader STRINGS = MAPPER.readerForListOf(String.class);

    private Json() {}

    public static String write(@Nullable Object value) {
        try {
            return WRITER.writeValueAsString(value);
        } catch (JsonProcessingException notPlain) {
            throw new IllegalArgumentException("The value has no JSON form.", notPlain);
        }
    }

    /** Reads an object that {@link #write} or PostgreSQL wrote; anything else is a fault of ours and throws. */
    public static Map<String, @Nullable Object> readObject(String text) {
        try {
            return OBJECTS.readValue(text);
        } catch (JsonProcessingException notJson) {
            throw new IllegalArgumentException("The text is no JSON object.", notJson);
        }
    }

    /** Reads a list of strings that {@link #write} wrote; anything else is a fault of ours and throws. */
    public static List<String> readStrings(String text) {
        try {
            return STRINGS.readValue(text);
        } catch (JsonProcessingException notJson) {
            throw new IllegalArgumentException("The text is no JSON list of strings.", notJson);
        }
    }
}
