package io.godwit.bus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A message from another node, not read yet. Members this node does not know are ignored, so versions can differ. */
record UnparsedMessage(byte[] bytes) {

    /** The mapper of messages between nodes, made when the first is written or read: a node alone has none. */
    private static final class Mapper {

        private static final JsonMapper MAPPER = JsonMapper.builder()
                .addModule(new JavaTimeModule())
                .disable(
                        SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
                        SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(
                        DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL,
                        DeserializationFeature.USE_LONG_FOR_INTS)
                .build();
    }

    static byte[] write(Object message) {
        try {
            return Mapper.MAPPER.writeValueAsBytes(message);
        } catch (JsonProcessingException notJson) {
            throw new IllegalArgumentException("This message has no JSON form: " + message.getClass(), notJson);
        }
    }

    /** The body as the receiver's type: a message of this node has that type already, one of another node is parsed. */
    static <M> M read(Object body, Class<M> type) {
        return type.cast(
                body instanceof UnparsedMessage unparsed ? unparsed.as(Mapper.MAPPER.constructType(type)) : body);
    }

    /** A reply whose value has the given type. */
    @SuppressWarnings("unchecked")
    <R> WireReply<R> outcome(Class<R> value) {
        return (WireReply<R>) as(Mapper.MAPPER.getTypeFactory().constructParametricType(WireReply.class, value));
    }

    private Object as(JavaType type) {
        try {
            return Mapper.MAPPER.readValue(bytes, type);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("A message of another node is no " + type.getRawClass(), unreadable);
        }
    }

    /** The reply of another node. */
    record WireReply<R>(@Nullable R value, @Nullable RemoteError error) {}
}
